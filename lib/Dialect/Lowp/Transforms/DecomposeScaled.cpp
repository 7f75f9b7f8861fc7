//===- DecomposeScaled.cpp - Scaled values to data and scales -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignatureAttributes.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/ControlFlow/Transforms/StructuralTypeConversions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_DECOMPOSESCALEDPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// `!lowp.scaled` to its tensors: data, scales and the global scale, if any.
struct ScaledTypeConverter : TypeConverter {
  ScaledTypeConverter() {
    addConversion([](Type type) { return type; });
    addConversion([](ScaledType type, SmallVectorImpl<Type> &results) {
      llvm::append_range(results, type.getStorageTypes());
      return success();
    });
    addSourceMaterialization([](OpBuilder &builder, ScaledType type,
                                ValueRange parts, Location loc) -> Value {
      if (parts.size() != type.getStorageTypes().size())
        return {};
      return MakeScaledOp::create(builder, loc, type, parts);
    });
    addTargetMaterialization([](OpBuilder &builder, TypeRange types,
                                ValueRange values,
                                Location loc) -> SmallVector<Value> {
      if (values.size() != 1 || !isa<ScaledType>(values[0].getType()))
        return {};
      auto split = SplitScaledOp::create(builder, loc, values[0]);
      return llvm::to_vector_of<Value>(split.getResults());
    });
  }
};

struct DropMakeScaled : OpConversionPattern<MakeScaledOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakeScaledOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> parts(adaptor.getOperands());
    rewriter.replaceOpWithMultiple(op, {parts});
    return success();
  }
};

struct DropSplitScaled : OpConversionPattern<SplitScaledOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SplitScaledOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getInput());
    return success();
  }
};

struct DecomposeScaledPass
    : lowp::impl::DecomposeScaledPassBase<DecomposeScaledPass> {
  void runOnOperation() override {
    ScaledTypeConverter converter;
    ConversionTarget target(getContext());
    RewritePatternSet patterns(&getContext());
    addStructuralConversions(converter, target, patterns);
    target.addIllegalOp<MakeScaledOp, SplitScaledOp>();
    // Outlined fusions are lowered as they are.
    target.addLegalOp<ModuleOp>();
    target.markOpRecursivelyLegal<ModuleOp>(
        [](ModuleOp module) { return bool(module->getParentOp()); });
    patterns.add<DropMakeScaled, DropSplitScaled>(converter, &getContext());

    SignatureAttributes attributes(getOperation());
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))) ||
        failed(checkNoneLeft()))
      return signalPassFailure();
    attributes.restore();
  }

private:
  /// Everything that passes values on without looking at them.
  static void addStructuralConversions(const TypeConverter &converter,
                                       ConversionTarget &target,
                                       RewritePatternSet &patterns) {
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                   converter);
    populateCallOpTypeConversionPattern(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);
    cf::populateCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      // Blocks other than the entry are converted with the branches to them.
      return converter.isSignatureLegal(op.getFunctionType());
    });
    target.addDynamicallyLegalOp<func::CallOp, func::ReturnOp>(
        [&](Operation *op) { return converter.isLegal(op); });
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  }

  static bool usesScaledType(Operation *op) {
    auto isScaled = [](Type type) { return isa<ScaledType>(type); };
    return llvm::any_of(op->getOperandTypes(), isScaled) ||
           llvm::any_of(op->getResultTypes(), isScaled);
  }

  /// The conversion passes over ops that it has no pattern for; here they get
  /// a message that says what to do.
  LogicalResult checkNoneLeft() {
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          if (isa<ModuleOp>(op) && op->getParentOp())
            return WalkResult::skip();
          if (!usesScaledType(op) || isa<MakeScaledOp, SplitScaledOp>(op))
            return WalkResult::advance();
          op->emitOpError("expected only lowp.make_scaled, lowp.split_scaled, "
                          "calls, branches and scf control flow on values of "
                          "scaled type; run convert-lowp-to-linalg or "
                          "lowp-form-gemms before lowp-decompose-scaled");
          return WalkResult::interrupt();
        });
    return failure(result.wasInterrupted());
  }
};

} // namespace
