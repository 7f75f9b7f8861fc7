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

#include "lowp/Dialect/Common/FloatMath.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::lowp;

/// f64 has all whole numbers that i32 has.
static LogicalResult expandFPowI(math::FPowIOp op, PatternRewriter &rewriter) {
  auto type = dyn_cast<FloatType>(op.getType());
  if (!type || type.getWidth() > 64)
    return rewriter.notifyMatchFailure(op, "not a scalar of f64 or less");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  Value base = f.widen(op.getLhs(), b.getF64Type());
  Value exponent = arith::SIToFPOp::create(b, b.getF64Type(), op.getRhs());
  Value power = math::PowFOp::create(b, base, exponent);
  rewriter.replaceOp(op, f.roundTo(power, type));
  return success();
}

LogicalResult mlir::lowp::callLibm(ModuleOp op) {
  RewritePatternSet patterns(op->getContext());
  populateMathToLibmConversionPatterns(patterns);
  math::populateExpansionPatterns(patterns, {"clampf"});
  patterns.add(expandFPowI);
  ConversionTarget target(*op->getContext());
  target.addIllegalOp<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
                      math::ClampFOp, math::ErfOp, math::ErfcOp, math::ExpM1Op,
                      math::FPowIOp, math::Log1pOp>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(op, target, std::move(patterns));
}
