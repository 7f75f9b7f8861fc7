//===- FusionSlice.cpp - What a fusion computes a result from -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionSlice.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/TensorBytes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::lowp;

/// A leaf that the region computes is at most this part of the result: it has
/// one entry per row, or per column.
static constexpr int64_t kSmallPart = 16;

/// Whether `op` may be computed once more, in another fusion.
static bool canRepeat(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::DimOp>(op))
    return true;
  FusedKind kind = classifyForFusion(op);
  if (kind == FusedKind::Source ||
      isa<tensor::CollapseShapeOp, tensor::ConcatOp>(op))
    return true;
  if (kind != FusedKind::Elementwise && kind != FusedKind::View)
    return false;
  // Rows are gathered from inputs of the fusion, which are leaves.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return isa<linalg::LinalgOp, tensor::ExpandShapeOp, tensor::CastOp>(op) &&
         llvm::all_of(captured, [&](Value value) {
           Operation *maker = value.getDefiningOp();
           return maker ? maker->hasTrait<OpTrait::ConstantLike>()
                        : value.getParentBlock() == op->getBlock();
         });
}

std::optional<FusionSlice> FusionSlice::get(FusionOp fusion, unsigned number) {
  Operation *yield = fusion.getBody().front().getTerminator();
  FusionSlice slice;
  slice.result = yield->getOperand(number);
  int64_t most = countBytes(slice.result.getType()) / kSmallPart;
  llvm::SetVector<Value> open;
  open.insert(slice.result);
  for (size_t next = 0; next < open.size(); ++next) {
    Value value = open[next];
    Operation *op = value.getDefiningOp();
    bool isSmall = countBytes(value.getType()) <= most;
    bool isThere = isSmall && llvm::is_contained(yield->getOperands(), value);
    if (!op || isThere) {
      slice.leaves.insert(value);
      continue;
    }
    if (!canRepeat(op)) {
      if (!isSmall || !isa<linalg::LinalgOp>(op))
        return std::nullopt;
      slice.leaves.insert(value);
      continue;
    }
    slice.ops.push_back(op);
    open.insert_range(op->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    open.insert_range(captured);
  }
  llvm::sort(slice.ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  slice.ops.erase(llvm::unique(slice.ops), slice.ops.end());
  return slice;
}

Value FusionSlice::clone(OpBuilder &builder, ArrayRef<Value> at) const {
  IRMapping mapping;
  mapping.map(leaves.getArrayRef(), at);
  for (Operation *op : ops)
    builder.clone(*op, mapping);
  return mapping.lookup(result);
}

int64_t mlir::lowp::countBytesOfFunctions(ArrayRef<Operation *> ops) {
  // What a function takes of an element, in bytes that are moved meanwhile: an
  // H200 moves 4.2 TB/s, and its arithmetic does 2 functions in each ps
  // (FusionCost.h).
  constexpr int64_t kBytesPerFunction = 2;
  int64_t bytes = 0;
  for (Operation *op : ops) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp || linalgOp->getNumResults() == 0)
      continue;
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      continue;
    bytes += kBytesPerFunction * countElements(type) *
             llvm::count_if(*linalgOp.getBlock(), isSlowFunction);
  }
  return bytes;
}
