//===- UnrollLoops.cpp - Short loops of elementwise operations ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Reductions/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_UNROLLLOOPSPASS
#include "lowp/Graph/Reductions/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// Fusions hold no more operations than a body of a few dozens gives so often.
static constexpr int64_t kMostIterations = 8;

/// Whether `op` in a body may be part of a fusion, or vanishes in one.
static bool isElementwise(Operation *op) {
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
                      [](Operation &op) { return isElementwise(&op); });
}

namespace {
struct UnrollLoops : lowp::impl::UnrollLoopsPassBase<UnrollLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      if (isShort(loop))
        loops.push_back(loop);
    });
    if (loops.empty())
      return;
    for (scf::ForOp loop : loops)
      if (failed(loopUnrollFull(loop)))
        return signalPassFailure();
    // What iterations take out of a table is a number now.
    RewritePatternSet patterns(&getContext());
    tensor::populateFoldConstantExtractSlicePatterns(
        patterns, [](tensor::ExtractSliceOp op) {
          return op.getType().hasStaticShape() &&
                 op.getType().getNumElements() == 1;
        });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
