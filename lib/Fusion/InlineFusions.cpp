//===- InlineFusions.cpp - Fusions become the ops of their region ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Fusion/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_INLINEFUSIONSPASS
#include "lowp/Fusion/Passes.h.inc"
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
  /// `values` as `types`, which may tell more or less of the sizes.
  static SmallVector<Value> castTo(OpBuilder &builder, ValueRange values,
                                   TypeRange types) {
    SmallVector<Value> result;
    for (auto [value, type] : llvm::zip_equal(values, types))
      result.push_back(
          value.getType() == type
              ? value
              : tensor::CastOp::create(builder, value.getLoc(), type, value));
    return result;
  }

  static void inlineRegion(FusionOp fusion, IRRewriter &rewriter) {
    Block &body = fusion.getBody().front();
    Operation *yield = body.getTerminator();
    rewriter.setInsertionPoint(fusion);
    SmallVector<Value> inputs =
        castTo(rewriter, fusion.getInputs(), body.getArgumentTypes());
    rewriter.inlineBlockBefore(&body, fusion, inputs);
    // Read after the move: a region may yield its own arguments.
    SmallVector<Value> values =
        castTo(rewriter, yield->getOperands(), fusion.getResultTypes());
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
    mapping.map(body.getArguments(),
                castTo(rewriter, launch.getInputs(), body.getArgumentTypes()));
    for (Operation &op : body.without_terminator())
      rewriter.clone(op, mapping);
    SmallVector<Value> values =
        llvm::map_to_vector(body.getTerminator()->getOperands(),
                            [&](Value value) { return mapping.lookup(value); });
    rewriter.replaceOp(launch,
                       castTo(rewriter, values, launch.getResultTypes()));
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
