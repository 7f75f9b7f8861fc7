//===- AcrossRows.cpp - Reductions across rows ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AcrossRows.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace mlir::lowp;

/// The loop that neighbours in memory are apart by, if there is one.
static std::optional<unsigned> getInnermostLoop(AffineMap map,
                                                ArrayRef<int64_t> sizes) {
  for (AffineExpr expr : llvm::reverse(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (loop && sizes[loop.getPosition()] != 1)
      return loop.getPosition();
  }
  return std::nullopt;
}

/// Whether neighbours in memory belong to different results of `op`, in all
/// that has an element for each point; there is such a tensor. Factors of whole
/// rows are read by all that read the row.
static bool isAcrossRows(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  bool hasRows = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return false;
    if (!hasAllPoints(map, sizes))
      continue;
    hasRows = true;
    std::optional<unsigned> loop = getInnermostLoop(map, sizes);
    if (loop && linalg::isReductionIterator(kinds[*loop]))
      return false;
  }
  return hasRows;
}

bool mlir::lowp::multipliesMatrices(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  bool areWhole = llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return hasAllPoints(op.getMatchingIndexingMap(input), sizes);
  });
  return !areWhole && (isSumOfProducts(op) || isSumOfRoundedProducts(op));
}

bool mlir::lowp::reducesAcrossRows(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op.getNumReductionLoops() > 0 &&
         op.getNumDpsInputs() > 0 && op.getNumParallelLoops() > 0 &&
         !multipliesMatrices(op) && isAcrossRows(op);
}
