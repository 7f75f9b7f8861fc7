//===- CallLibm.cpp - Functions that have to be libm's --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Math/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CALLLIBMPASS
#include "lowp/Math/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// f64 has all whole numbers that i32 has.
struct ExpandFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() > 64)
      return rewriter.notifyMatchFailure(op, "not a scalar of f64 or less");
    Location loc = op.getLoc();
    Type f64 = rewriter.getF64Type();
    Value base = op.getLhs();
    if (!type.isF64())
      base = arith::ExtFOp::create(rewriter, loc, f64, base);
    Value exponent = arith::SIToFPOp::create(rewriter, loc, f64, op.getRhs());
    Value power = math::PowFOp::create(rewriter, loc, base, exponent);
    if (!type.isF64())
      power = arith::TruncFOp::create(rewriter, loc, type, power);
    rewriter.replaceOp(op, power);
    return success();
  }
};

struct CallLibm : lowp::impl::CallLibmPassBase<CallLibm> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    patterns.add<ExpandFPowI>(&getContext());
    ConversionTarget target(getContext());
    target.addIllegalOp<math::ExpM1Op, math::FPowIOp, math::Log1pOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
