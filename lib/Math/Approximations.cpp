//===- Approximations.cpp - Functions that the chip approximates ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All are computed in f32; f16 and bf16 are rounded at the end. Instructions
// take subnormal operands for zeros and make zeros of subnormal results (ftz):
// without it each would need three or four more around it. A quotient is the
// exception: it has a form that covers all of f32.
//
//===----------------------------------------------------------------------===//

#include "Approximations.h"

#include "ChipCalls.h"
#include "lowp/Dialect/Lowp/IR/KnownRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;
using arith::FastMathFlags;

/// Higher than those of all patterns that expand functions.
static constexpr unsigned kApproximateBenefit = 3;

static bool allows(FastMathFlags flags, FastMathFlags flag) {
  return arith::bitEnumContainsAll(flags, flag);
}

/// `value`, of f32, times `factor`.
static Value scale(FloatMath &f, Value value, float factor) {
  return factor == 1 ? value : f.mul(value, factor);
}

namespace {
/// f(x) is after * intrinsic(before * x).
struct Approximation {
  StringRef intrinsic;
  float before = 1;
  float after = 1;
};

/// A function whose flags allow an approximation, of which `write` writes one.
template <typename MathOp>
struct ApproximateFunction : OpRewritePattern<MathOp> {
  using Writer = std::function<Value(FloatMath &, Value)>;

  ApproximateFunction(MLIRContext *context, Writer write)
      : OpRewritePattern<MathOp>(context, kApproximateBenefit), write(write) {}
  ApproximateFunction(MLIRContext *context, Approximation by)
      : ApproximateFunction(context, [=](FloatMath &f, Value x) {
          x = scale(f, x, by.before);
          return scale(f, callOnChip(f.b, by.intrinsic, x), by.after);
        }) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    if (!allows(op.getFastmath(), FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "may not be approximated");
    return writeWidened(op, rewriter, write);
  }

private:
  Writer write;
};

/// The reciprocal of a constant; none if it or the constant is no normal f32.
std::optional<float> getReciprocal(Value value) {
  APFloat constant(0.0f);
  if (!matchPattern(value, m_ConstantFloat(&constant)))
    return std::nullopt;
  bool losesInfo;
  constant.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
  APFloat reciprocal(1.0f);
  reciprocal.divide(constant, APFloat::rmNearestTiesToEven);
  if (!constant.isNormal() || !reciprocal.isNormal())
    return std::nullopt;
  return reciprocal.convertToFloat();
}

/// Divisors from here on have a reciprocal, and a quarter that has one.
constexpr double kSmallestDivisor = 0x1p-60;

/// A quarter of the numerator by that of the divisor, whose reciprocal is a
/// normal number however large it is: no instruction asks for its size.
Value multiplyByReciprocal(FloatMath &f, Value x, Value divisor) {
  Value ofQuarter = reciprocal(f, scale(f, divisor, 0.25f));
  return f.mul(scale(f, x, 0.25f), ofQuarter);
}

/// The quotient in f32, null if the flags do not allow any.
Value approximate(FloatMath &f, arith::DivFOp op) {
  auto widen = [&](Value x) { return f.widen(x, f.b.getF32Type()); };
  FastMathFlags flags = op.getFastmath();
  std::optional<float> factor = getReciprocal(op.getRhs());
  if (factor && allows(flags, FastMathFlags::arcp))
    return scale(f, widen(op.getLhs()), *factor);
  if (!allows(flags, FastMathFlags::afn))
    return {};
  Value divisor = widen(op.getRhs());
  if (matchPattern(op.getLhs(), m_OneFloat()))
    return reciprocal(f, divisor);
  if (isKnownAtLeast(op.getRhs(), kSmallestDivisor))
    return multiplyByReciprocal(f, widen(op.getLhs()), divisor);
  // Not x * rcp(y): that is NaN or 0 where the reciprocal leaves the range.
  return callOnChip(f.b, "llvm.nvvm.div.full", {widen(op.getLhs()), divisor});
}

LogicalResult approximateDivision(arith::DivFOp op, PatternRewriter &rewriter) {
  if (!hasChipFunctions(op.getType()))
    return rewriter.notifyMatchFailure(op, "not of f32 or 16 bits");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  Value quotient = approximate(f, op);
  if (!quotient)
    return rewriter.notifyMatchFailure(op, "may not be approximated");
  rewriter.replaceOp(op, f.roundTo(quotient, op.getType()));
  return success();
}

/// `positive` with the sign of `x`, by its bit: of math.copysign, rounded to
/// 16 bits, LLVM makes six operations.
Value takeSign(FloatMath &f, Value positive, Value x) {
  Value own = f.mask(f.bitsOf(x), INT32_MIN);
  return f.fromBits(f.either(f.bitsOf(positive), own));
}

/// erf(x) = 1 - t (a1 + t (a2 + ...)) exp(-x^2) with t = 1 / (1 + p |x|), for
/// |x|, and the sign of x: Abramowitz and Stegun, 7.1.26, which is within
/// 1.5e-7. The expansion of mode exact has a division and selects of eight
/// coefficients.
Value approximateErf(FloatMath &f, Value x) {
  Value magnitude = f.magnitude(x);
  Value one = f.number(1, x.getType());
  Value t = reciprocal(f, f.fma(magnitude, 0.3275911f, one));
  // exp(-x^2), by powers of two.
  Value squared = f.mul(x, x);
  Value decay = callOnChip(f.b, "llvm.nvvm.ex2.approx.ftz",
                           scale(f, squared, -1.44269504f));
  Value sum = f.polynomial(t, {0.254829592f, -0.284496736f, 1.421413741f,
                               -1.453152027f, 1.061405429f});
  Value rest = f.mul(f.mul(sum, t), decay);
  return takeSign(f, f.sub(one, rest), x);
}
} // namespace

void mlir::lowp::populateApproximations(RewritePatternSet &patterns) {
  constexpr float kLog2OfE = 1.44269504f, kLn2 = 0.693147181f,
                  kLog10Of2 = 0.301029996f;
  constexpr StringRef kExp2 = "llvm.nvvm.ex2.approx.ftz",
                      kLog2 = "llvm.nvvm.lg2.approx.ftz.f",
                      kSqrt = "llvm.nvvm.sqrt.approx.ftz.f",
                      kRsqrt = "llvm.nvvm.rsqrt.approx.ftz.f";
  MLIRContext *context = patterns.getContext();
  patterns.add<ApproximateFunction<math::ExpOp>>(
      context, Approximation{kExp2, kLog2OfE});
  patterns.add<ApproximateFunction<math::Exp2Op>>(context,
                                                  Approximation{kExp2});
  patterns.add<ApproximateFunction<math::LogOp>>(
      context, Approximation{kLog2, /*before=*/1, kLn2});
  patterns.add<ApproximateFunction<math::Log2Op>>(context,
                                                  Approximation{kLog2});
  patterns.add<ApproximateFunction<math::Log10Op>>(
      context, Approximation{kLog2, /*before=*/1, kLog10Of2});
  patterns.add<ApproximateFunction<math::SqrtOp>>(context,
                                                  Approximation{kSqrt});
  patterns.add<ApproximateFunction<math::RsqrtOp>>(context,
                                                   Approximation{kRsqrt});
  // LLVM has no intrinsic of NVVM for it, but takes the flag.
  patterns.add<ApproximateFunction<math::TanhOp>>(context,
                                                  Approximation{"llvm.tanh"});
  patterns.add(approximateDivision, kApproximateBenefit)
      .add<ApproximateFunction<math::ErfOp>>(context, approximateErf);
}
