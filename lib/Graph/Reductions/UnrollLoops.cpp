//===- UnrollLoops.cpp - Short loops of elementwise operations ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JAX draws random numbers in a loop of a few rounds, which fusions do not
// cross: each round would be launches of its own, and copies of what the loop
// carries. An `scf.for` that carries tensors, takes at most 8 iterations and
// has nothing but elementwise operations in its body is unrolled.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

/// Fusions hold no more operations than a body of a few dozens gives so often.
static constexpr int64_t kMostIterations = 8;

/// Whether `op` in a body may be part of a fusion, or vanishes in one.
static bool isElementwiseOp(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return linalgOp.hasPureTensorSemantics() &&
           linalgOp.getNumReductionLoops() == 0;
  return op->getNumRegions() == 0 && isPure(op);
}

static bool isShort(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  return count && count->ule(kMostIterations) &&
         llvm::any_of(loop.getResultTypes(), llvm::IsaPred<TensorType>) &&
         llvm::all_of(loop.getBody()->without_terminator(),
                      [](Operation &op) { return isElementwiseOp(&op); });
}

LogicalResult mlir::lowp::unrollLoops(Operation *op) {
  SmallVector<scf::ForOp> loops;
  op->walk([&](scf::ForOp loop) {
    if (isShort(loop))
      loops.push_back(loop);
  });
  if (loops.empty())
    return success();
  for (scf::ForOp loop : loops)
    if (failed(loopUnrollFull(loop)))
      return failure();
  // What iterations take out of a table is a number now.
  RewritePatternSet patterns(op->getContext());
  tensor::populateFoldConstantExtractSlicePatterns(
      patterns, [](tensor::ExtractSliceOp op) {
        return op.getType().hasStaticShape() &&
               op.getType().getNumElements() == 1;
      });
  return applyPatternsGreedily(op, std::move(patterns));
}
