//===- InlineFusions.cpp - Fusions become the ops of their region ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_INLINEFUSIONSPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct InlineFusionsPass
    : lowp::impl::InlineFusionsPassBase<InlineFusionsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](FusionOp fusion) { inlineRegion(fusion, rewriter); });
    llvm::SetVector<Operation *> inlined;
    SmallVector<LaunchFusionOp> launches;
    getOperation()->walk([&](LaunchFusionOp op) { launches.push_back(op); });
    for (LaunchFusionOp launch : launches) {
      Operation *callee = inlineCallee(launch, rewriter);
      if (!callee)
        return signalPassFailure();
      inlined.insert(callee);
    }
    for (Operation *callee : inlined)
      eraseWithModule(callee);
  }

private:
  static void inlineRegion(FusionOp fusion, IRRewriter &rewriter) {
    Operation *yield = fusion.getBody().front().getTerminator();
    rewriter.inlineBlockBefore(&fusion.getBody().front(), fusion,
                               fusion.getInputs());
    // Read after the move: a region may yield its own arguments.
    SmallVector<Value> values(yield->getOperands());
    rewriter.eraseOp(yield);
    rewriter.replaceOp(fusion, values);
  }

  /// The function whose body now stands in place of `launch`, or null after an
  /// error.
  static Operation *inlineCallee(LaunchFusionOp launch, IRRewriter &rewriter) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        launch, launch.getCallee());
    if (!launch.hasPureTensorSemantics() || !callee ||
        !callee.getBody().hasOneBlock()) {
      launch.emitOpError("expected tensors and a func.func of one block as "
                         "callee; inline fusions before bufferization");
      return nullptr;
    }
    rewriter.setInsertionPoint(launch);
    IRMapping mapping;
    Block &body = callee.getBody().front();
    mapping.map(body.getArguments(), launch.getInputs());
    for (Operation &op : body.without_terminator())
      rewriter.clone(op, mapping);
    rewriter.replaceOp(launch,
                       llvm::map_to_vector(
                           body.getTerminator()->getOperands(),
                           [&](Value value) { return mapping.lookup(value); }));
    return callee;
  }

  static void eraseWithModule(Operation *callee) {
    Operation *module = callee->getParentOp();
    callee->erase();
    if (module->getParentOp() && module->getRegion(0).front().empty())
      module->erase();
  }
};
} // namespace
