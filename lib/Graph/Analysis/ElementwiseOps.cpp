//===- ElementwiseOps.cpp - What ops do to each element -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/ElementwiseOps.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::isElementwiseOp(linalg::LinalgOp op) {
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumParallelLoops() == op.getNumLoops() && op.getNumLoops() > 0 &&
         isa<TilingInterface>(op.getOperation()) &&
         !isa<linalg::FillOp>(op.getOperation()) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

bool mlir::lowp::isReduction(linalg::LinalgOp op) {
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         op.getNumReductionLoops() > 0 &&
         isa<TilingInterface>(op.getOperation()) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0))
             .isProjectedPermutation() &&
         llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

bool mlir::lowp::hasAllPoints(AffineMap map, ArrayRef<int64_t> sizes) {
  return llvm::all_of(llvm::enumerate(sizes), [&](auto loop) {
    return loop.value() == 1 || map.isFunctionOfDim(loop.index());
  });
}

unsigned mlir::lowp::getReductionLoop(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  return loops.front();
}

SmallVector<RowReduction> mlir::lowp::matchRowReductions(linalg::LinalgOp op) {
  SmallVector<RowReduction> found;
  for (auto [number, old] : llvm::enumerate(op.getRegionOutputArgs())) {
    SmallVector<Operation *, 2> combiners;
    if (!matchReduction(op.getRegionOutputArgs(), number, combiners) ||
        combiners.size() != 1)
      return {};
    Operation *combiner = combiners.front();
    if (!isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp>(combiner) ||
        op.getBlock()->getTerminator()->getOperand(number) !=
            combiner->getResult(0))
      return {};
    found.push_back(
        {combiner, combiner->getOperand(combiner->getOperand(0) == old)});
  }
  return found;
}

RowReduction mlir::lowp::matchRowReduction(linalg::LinalgOp op) {
  SmallVector<RowReduction> all = matchRowReductions(op);
  return all.size() == 1 ? all.front() : RowReduction();
}

bool mlir::lowp::isSlowFunction(Operation &op) {
  return isa<arith::DivFOp>(op) ||
         (isa<math::MathDialect>(op.getDialect()) &&
          !isa<math::AbsFOp, math::AbsIOp, math::FmaOp, math::FPowIOp>(op));
}
