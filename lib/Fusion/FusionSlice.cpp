//===- FusionSlice.cpp - What a fusion computes a result from -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionSlice.h"

#include "lowp/Dialect/Lowp/IR/ReadScalars.h"
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

/// Whether another fusion may compute `op`, of `fusion`, once more.
static bool canRepeat(const PlannedFusion &fusion, Operation *op) {
  FusedKind kind = classifyForFusion(op);
  if (isa<tensor::CollapseShapeOp, tensor::ConcatOp>(op))
    return true;
  if (kind != FusedKind::Elementwise && kind != FusedKind::View)
    return false;
  // Rows are gathered from inputs of the fusion, which are leaves.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return isa<linalg::LinalgOp, tensor::ExpandShapeOp, tensor::CastOp>(op) &&
         llvm::none_of(captured, [&](Value value) {
           return fusion.contains(value) || isReadFromTensor(value);
         });
}

std::optional<FusionSlice> FusionSlice::get(const FusionPlan &plan,
                                            const PlannedFusion &fusion,
                                            Value result) {
  FusionSlice slice;
  slice.result = result;
  int64_t most = countBytes(result.getType()) / kSmallPart;
  llvm::SetVector<Value> open;
  llvm::SetVector<Operation *> ops;
  open.insert(result);
  for (size_t next = 0; next < open.size(); ++next) {
    Value value = open[next];
    Operation *op = value.getDefiningOp();
    bool isOwn = fusion.contains(op);
    if (!isOwn && isReadFromTensor(value))
      return std::nullopt;
    if (!isOwn && isMadeInside(value)) {
      open.insert_range(op->getOperands());
      continue;
    }
    bool isSmall = countBytes(value.getType()) <= most;
    bool isThere = isSmall && isOwn && plan.isResult(fusion, value);
    if (isOwn && !isThere && canRepeat(fusion, op)) {
      ops.insert(op);
      open.insert_range(listReadValues(op));
      continue;
    }
    if (isOwn && !isThere && !(isSmall && isa<linalg::LinalgOp>(op)))
      return std::nullopt;
    slice.leaves.insert(value);
  }
  llvm::copy_if(fusion.getOps(), std::back_inserter(slice.ops),
                [&](Operation *op) { return ops.contains(op); });
  return slice;
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
