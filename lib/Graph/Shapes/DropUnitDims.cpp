//===- DropUnitDims.cpp - Loops and dimensions of one point ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A front end that computes on a batch of one sequence may store its only
// matrix, and index a dimension of size 1 by 0 or by a loop of its own. Where a
// tensor of a `linalg.generic` has more dimensions than there are loops, or an
// element for each point but no dimension for a loop of one point, and where a
// contraction reads at 0, the op becomes one without those, by upstream's
// patterns. Reshapes around it drop and add them: other passes look through
// these, so that maps are projections of loops, and a copy that only drops or
// adds dimensions is no copy. Loops of contractions stay, for one may be the
// only row; `drop-batches` drops those of batches.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "KnownSizes.h"

#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/ElementwiseOps.h"
#include "lowp/Graph/Analysis/JoinLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

/// Whether `op` multiplies matrices, one of which may have one row.
static bool isContraction(linalg::LinalgOp op) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  return isSumOfProducts(op) || isSumOfRoundedProducts(op) ||
         (generic && isSumOfComputedProducts(generic));
}

/// The loops that may go where they have one point: those that a tensor with an
/// element for each point has no dimension for. One loop of a contraction may
/// be the only row.
static SmallVector<unsigned> getDroppedLoops(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool keepsUnits = isContraction(cast<linalg::LinalgOp>(*op));
  SmallVector<unsigned> loops;
  for (unsigned loop : llvm::seq(op.getNumLoops())) {
    bool isMissing = llvm::any_of(maps, [&](AffineMap map) {
      return !map.isFunctionOfDim(loop) && hasAllPoints(map, sizes);
    });
    if (sizes[loop] != 1 || (isMissing && !keepsUnits))
      loops.push_back(loop);
  }
  return loops;
}

/// Whether a tensor of `op` has dimensions that no loop is along: of a
/// contraction any, else so many that loops are too few.
static bool hasMoreDims(linalg::GenericOp op) {
  bool isProduct = isContraction(cast<linalg::LinalgOp>(*op));
  return llvm::any_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return map.getNumResults() > map.getNumDims() ||
           (isProduct &&
            llvm::any_of(map.getResults(), llvm::IsaPred<AffineConstantExpr>));
  });
}

/// Whether the tensors of `op` differ in dimensions of size 1 alone.
static bool hasOddDims(linalg::GenericOp op) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  return hasMoreDims(op) ||
         llvm::any_of(getDroppedLoops(op),
                      [&](unsigned loop) { return sizes[loop] == 1; });
}

/// Lets tensors have the shapes that they are reshaped to, where they have no
/// elements yet, and erases copies that no longer move anything.
static LogicalResult simplify(Operation *root) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
  linalg::FillOp::getCanonicalizationPatterns(patterns, context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::EmptyOp::getCanonicalizationPatterns(patterns, context);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  return applyPatternsGreedily(root, std::move(patterns));
}

LogicalResult mlir::lowp::dropUnitDims(Operation *op) {
  IRRewriter rewriter(op->getContext());
  op->walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && isContraction(op))
      stateKnownSizes(rewriter, op);
  });
  SmallVector<linalg::GenericOp> generics;
  op->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && hasOddDims(op))
      generics.push_back(op);
  });
  if (generics.empty())
    return success();
  for (linalg::GenericOp op : generics)
    dropUnitLoops(rewriter, op, getDroppedLoops(op));
  return simplify(op);
}
