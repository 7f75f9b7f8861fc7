//===- CallLibm.cpp - Functions that have to be libm's --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's conversion to LLVM writes `math.log1p` as log(1 + x) and
// `math.expm1` as exp(x) - 1, which have no digit of a small x, and
// `math.fpowi` as a loop of products, each of which is rounded. This step calls
// libm for the first two and for what LLVM has no intrinsic for, and makes
// powers of the last one, in f64.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/DialectConversion.h"

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
} // namespace

LogicalResult mlir::lowp::callLibm(ModuleOp op) {
  RewritePatternSet patterns(op->getContext());
  populateMathToLibmConversionPatterns(patterns);
  math::populateExpansionPatterns(patterns, {"clampf"});
  patterns.add<ExpandFPowI>(op->getContext());
  ConversionTarget target(*op->getContext());
  target.addIllegalOp<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
                      math::ClampFOp, math::ErfOp, math::ErfcOp, math::ExpM1Op,
                      math::FPowIOp, math::Log1pOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(op, target, std::move(patterns));
}
