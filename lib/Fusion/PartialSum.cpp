//===- PartialSum.cpp - Sums over parts of a matrix's rows ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Fusion/PartialSum.h"

#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `op` adds up along one loop in f32, from 0, and does nothing else.
static bool addsUp(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      op.getNumReductionLoops() != 1)
    return false;
  SmallVector<RowReduction> sums = matchRowReductions(op);
  return !sums.empty() && llvm::all_of(sums, [](const RowReduction &sum) {
    return isa<arith::AddFOp>(sum.combiner) && sum.element.getType().isF32();
  }) && llvm::all_of(op.getDpsInits(), [](Value init) {
    auto fill = init.getDefiningOp<linalg::FillOp>();
    return fill && matchPattern(fill.getInputs().front(), m_AnyZeroFloat());
  });
}

/// Whether dimension `dim` of `value` is the fastest of those that a reshape
/// divides one into, but not that of neighbours in memory.
static bool isDivided(Value value, unsigned dim) {
  if (dim == 0 || dim + 1 == cast<ShapedType>(value.getType()).getRank())
    return false;
  auto expand = value.getDefiningOp<tensor::ExpandShapeOp>();
  // Folding makes two views one.
  return expand ? llvm::any_of(expand.getReassociationIndices(),
                               [&](ArrayRef<int64_t> group) {
                                 return group.size() > 1 &&
                                        group.back() == int64_t(dim);
                               })
                : value.getDefiningOp<tensor::CollapseShapeOp>() != nullptr;
}

int64_t mlir::lowp::countSummedRows(Operation *op) {
  auto sum = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!sum || !addsUp(sum))
    return 0;
  SmallVector<int64_t> sizes = sum.getStaticLoopRanges();
  unsigned loop = getReductionLoop(sum);
  AffineExpr rows = getAffineDimExpr(loop, op->getContext());
  bool isPart = ShapedType::isStaticShape(sizes) &&
                llvm::any_of(sum.getDpsInputOperands(), [&](OpOperand *input) {
                  AffineMap map = sum.getMatchingIndexingMap(input);
                  return map.isPermutation() &&
                         isDivided(input->get(), *map.getResultPosition(rows));
                });
  return isPart ? sizes[loop] : 0;
}
