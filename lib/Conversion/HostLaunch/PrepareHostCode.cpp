//===- PrepareHostCode.cpp - What upstream takes for host code ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks/Steps.h"

#include "lowp/Conversion/HostLaunch/HostLaunch.h"
#include "lowp/Dialect/Common/PassSteps.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_PREPAREHOSTCODEPASS
#include "lowp/Conversion/HostLaunch/HostLaunch.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

/// A buffer within `type` that is in a memory space; null if none is.
static BaseMemRefType findElsewhere(Type type) {
  BaseMemRefType found;
  type.walk([&](Type part) {
    auto buffer = dyn_cast<BaseMemRefType>(part);
    if (!buffer || !buffer.getMemorySpace())
      return WalkResult::advance();
    found = buffer;
    return WalkResult::interrupt();
  });
  return found;
}

/// The same for all that `op` takes, gives, and declares.
static BaseMemRefType findElsewhere(Operation *op) {
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Region &region : op->getRegions())
    for (Block &block : region)
      llvm::append_range(types, block.getArgumentTypes());
  op->getAttrDictionary().walk(
      [&](TypeAttr attr) { types.push_back(attr.getValue()); });
  for (Type type : types)
    if (BaseMemRefType found = findElsewhere(type))
      return found;
  return {};
}

/// Refuses memory of another space: the host has one, and allocates and frees
/// in that one. Upstream's conversion prints an error and goes on.
static LogicalResult refuseMemorySpaces(ModuleOp op) {
  WalkResult result = op->walk<WalkOrder::PreOrder>([](Operation *op) {
    BaseMemRefType buffer = findElsewhere(op);
    if (!buffer)
      return WalkResult::advance();
    op->emitOpError("expected memory in the default space, got ") << buffer;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// They say something of tensors, and do not hold of the pointers and sizes
/// that these become in LLVM, whose translation warns of them.
static void dropSignatureAttributes(func::FuncOp op) {
  op.removeArgAttrsAttr();
  op.removeResAttrsAttr();
}

/// Turns views into arithmetic on sizes and strides, and affine maps into
/// arith.
static LogicalResult lowerViews(ModuleOp op) {
  MLIRContext *context = op.getContext();
  RewritePatternSet views(context), maps(context);
  memref::populateExpandStridedMetadataPatterns(views);
  if (failed(applyPatternsGreedily(op, std::move(views))))
    return failure();
  populateAffineToStdConversionPatterns(maps);
  affine::populateAffineExpandIndexOpsPatterns(maps);
  ConversionTarget target(*context);
  target.addIllegalDialect<affine::AffineDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(op, target, std::move(maps));
}

/// Turns loops and branches into blocks. A failed check in one of them ends the
/// call, too.
static LogicalResult lowerControlFlow(ModuleOp op) {
  RewritePatternSet patterns(op.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  ConversionTarget target(*op.getContext());
  target
      .addIllegalOp<scf::ExecuteRegionOp, scf::ForallOp, scf::ForOp, scf::IfOp,
                    scf::IndexSwitchOp, scf::ParallelOp, scf::WhileOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  if (failed(applyPartialConversion(op, target, std::move(patterns))))
    return failure();
  for (auto function : op.getOps<func::FuncOp>())
    returnOnFailure(function);
  return success();
}

namespace {
struct PrepareHostCode : lowp::impl::PrepareHostCodePassBase<PrepareHostCode> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(
            runSteps(getOperation(), *only,
                     {{"lower-views", lowerViews},
                      {"return-on-failure", returnOnFailure},
                      {"lower-control-flow", lowerControlFlow},
                      {"convert-asserts", convertAsserts},
                      {"refuse-memory-spaces", refuseMemorySpaces},
                      {"drop-signature-attributes", dropSignatureAttributes}})))
      signalPassFailure();
  }
};
} // namespace
