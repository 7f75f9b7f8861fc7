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

/// Whether the flags of `op` allow an approximation of it, and the chip has
/// some of its type.
template <typename MathOp>
static LogicalResult checkApproximable(MathOp op, PatternRewriter &rewriter) {
  if (!allows(op.getFastmath(), FastMathFlags::afn))
    return rewriter.notifyMatchFailure(op, "may not be approximated");
  if (!hasChipFunctions(op.getType()))
    return rewriter.notifyMatchFailure(op, "not of f32 or 16 bits");
  return success();
}

/// `number` in the shape of `value`, which is of f32.
static Value constantLike(ImplicitLocOpBuilder &b, Value value,
                          const APFloat &number) {
  TypedAttr constant = b.getFloatAttr(b.getF32Type(), number);
  if (auto vector = dyn_cast<VectorType>(value.getType()))
    constant = DenseElementsAttr::get(vector, constant);
  return arith::ConstantOp::create(b, constant);
}

/// `value`, of f32, times `factor`.
static Value scale(ImplicitLocOpBuilder &b, Value value,
                   const APFloat &factor) {
  if (factor.isExactlyValue(1.0))
    return value;
  return arith::MulFOp::create(b, value, constantLike(b, value, factor));
}

namespace {
/// f(x) is after * intrinsic(before * x).
struct Approximation {
  StringRef intrinsic;
  float before;
  float after;
};

template <typename MathOp>
struct ApproximateFunction : OpRewritePattern<MathOp> {
  ApproximateFunction(MLIRContext *context, Approximation by)
      : OpRewritePattern<MathOp>(context, kApproximateBenefit), by(by) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkApproximable(op, rewriter)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = scale(b, widen(b, op.getOperand()), APFloat(by.before));
    Value result = scale(b, callOnChip(b, by.intrinsic, x), APFloat(by.after));
    rewriter.replaceOp(op, roundTo(b, result, op.getType()));
    return success();
  }

private:
  Approximation by;
};

/// The reciprocal of a constant; none if it or the constant is no normal f32.
std::optional<APFloat> getReciprocal(Value value) {
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
  return reciprocal;
}

/// Divisors from here on have a reciprocal, and a quarter that has one.
constexpr double kSmallestDivisor = 0x1p-60;

struct ApproximateDivision : OpRewritePattern<arith::DivFOp> {
  explicit ApproximateDivision(MLIRContext *context)
      : OpRewritePattern(context, kApproximateBenefit) {}

  LogicalResult matchAndRewrite(arith::DivFOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasChipFunctions(op.getType()))
      return rewriter.notifyMatchFailure(op, "not of f32 or 16 bits");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value quotient = approximate(b, op);
    if (!quotient)
      return rewriter.notifyMatchFailure(op, "may not be approximated");
    rewriter.replaceOp(op, roundTo(b, quotient, op.getType()));
    return success();
  }

private:
  /// The quotient in f32, null if the flags do not allow any.
  static Value approximate(ImplicitLocOpBuilder &b, arith::DivFOp op) {
    FastMathFlags flags = op.getFastmath();
    std::optional<APFloat> reciprocal = getReciprocal(op.getRhs());
    if (reciprocal && allows(flags, FastMathFlags::arcp))
      return scale(b, widen(b, op.getLhs()), *reciprocal);
    if (!allows(flags, FastMathFlags::afn))
      return {};
    Value divisor = widen(b, op.getRhs());
    if (matchPattern(op.getLhs(), m_OneFloat()))
      return callOnChip(b, "llvm.nvvm.rcp.approx.ftz.f", divisor);
    if (isKnownAtLeast(op.getRhs(), kSmallestDivisor))
      return multiplyByReciprocal(b, widen(b, op.getLhs()), divisor);
    // Not x * rcp(y): that is NaN or 0 where the reciprocal leaves the range.
    return callOnChip(b, "llvm.nvvm.div.full",
                      {widen(b, op.getLhs()), divisor});
  }

  /// A quarter of the numerator by that of the divisor, whose reciprocal is a
  /// normal number however large it is: no instruction asks for its size.
  static Value multiplyByReciprocal(ImplicitLocOpBuilder &b, Value x,
                                    Value divisor) {
    APFloat quarter(0.25f);
    Value reciprocal =
        callOnChip(b, "llvm.nvvm.rcp.approx.ftz.f", scale(b, divisor, quarter));
    return arith::MulFOp::create(b, scale(b, x, quarter), reciprocal);
  }
};
} // namespace

namespace {
/// erf(x) = 1 - t (a1 + t (a2 + ...)) exp(-x^2) with t = 1 / (1 + p |x|), for
/// |x|, and the sign of x: Abramowitz and Stegun, 7.1.26, which is within
/// 1.5e-7. The expansion of mode exact has a division and selects of eight
/// coefficients.
struct ApproximateErf : OpRewritePattern<math::ErfOp> {
  explicit ApproximateErf(MLIRContext *context)
      : OpRewritePattern(context, kApproximateBenefit) {}

  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    if (failed(checkApproximable(op, rewriter)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = widen(b, op.getOperand());
    Value magnitude = math::AbsFOp::create(b, x);
    Value one = constantLike(b, x, APFloat(1.0f));
    Value t = callOnChip(
        b, "llvm.nvvm.rcp.approx.ftz.f",
        math::FmaOp::create(b, magnitude,
                            constantLike(b, x, APFloat(0.3275911f)), one)
            .getResult());
    // exp(-x^2), by powers of two.
    Value squared = arith::MulFOp::create(b, x, x);
    Value decay = callOnChip(b, "llvm.nvvm.ex2.approx.ftz",
                             scale(b, squared, APFloat(-1.44269504f)));
    Value rest = arith::MulFOp::create(b, evaluate(b, t), decay);
    Value positive = arith::SubFOp::create(b, one, rest);
    rewriter.replaceOp(op, roundTo(b, takeSign(b, positive, x), op.getType()));
    return success();
  }

private:
  /// `positive` with the sign of `x`, by its bit: of math.copysign, rounded to
  /// 16 bits, LLVM makes six operations.
  static Value takeSign(ImplicitLocOpBuilder &b, Value positive, Value x) {
    Type bits = b.getI32Type();
    TypedAttr sign = b.getI32IntegerAttr(INT32_MIN);
    if (auto vector = dyn_cast<VectorType>(x.getType())) {
      bits = vector.clone(bits);
      sign = DenseElementsAttr::get(cast<VectorType>(bits), sign);
    }
    Value own = arith::AndIOp::create(b, arith::BitcastOp::create(b, bits, x),
                                      arith::ConstantOp::create(b, sign));
    Value joined = arith::OrIOp::create(
        b, arith::BitcastOp::create(b, bits, positive), own);
    return arith::BitcastOp::create(b, x.getType(), joined);
  }

  /// t (a1 + t (a2 + t (a3 + t (a4 + t a5)))).
  static Value evaluate(ImplicitLocOpBuilder &b, Value t) {
    Value sum = constantLike(b, t, APFloat(1.061405429f));
    for (float coefficient :
         {-1.453152027f, 1.421413741f, -0.284496736f, 0.254829592f})
      sum = math::FmaOp::create(b, sum, t,
                                constantLike(b, t, APFloat(coefficient)));
    return arith::MulFOp::create(b, sum, t);
  }
};
} // namespace

void mlir::lowp::populateApproximations(RewritePatternSet &patterns) {
  constexpr float kLog2OfE = 1.44269504f, kLn2 = 0.693147181f,
                  kLog10Of2 = 0.301029996f;
  constexpr StringRef kExp2 = "llvm.nvvm.ex2.approx.ftz",
                      kLog2 = "llvm.nvvm.lg2.approx.ftz.f",
                      kSqrt = "llvm.nvvm.sqrt.approx.ftz.f",
                      kRsqrt = "llvm.nvvm.rsqrt.approx.ftz.f";
  auto before = [](StringRef intrinsic, float factor) {
    return Approximation{intrinsic, factor, /*after=*/1};
  };
  auto after = [](StringRef intrinsic, float factor) {
    return Approximation{intrinsic, /*before=*/1, factor};
  };
  MLIRContext *context = patterns.getContext();
  patterns.add<ApproximateFunction<math::ExpOp>>(context,
                                                 before(kExp2, kLog2OfE));
  patterns.add<ApproximateFunction<math::Exp2Op>>(context, before(kExp2, 1));
  patterns.add<ApproximateFunction<math::LogOp>>(context, after(kLog2, kLn2));
  patterns.add<ApproximateFunction<math::Log2Op>>(context, after(kLog2, 1));
  patterns.add<ApproximateFunction<math::Log10Op>>(context,
                                                   after(kLog2, kLog10Of2));
  patterns.add<ApproximateFunction<math::SqrtOp>>(context, after(kSqrt, 1));
  patterns.add<ApproximateFunction<math::RsqrtOp>>(context, after(kRsqrt, 1));
  // LLVM has no intrinsic of NVVM for it, but takes the flag.
  patterns.add<ApproximateFunction<math::TanhOp>>(context,
                                                  after("llvm.tanh", 1));
  patterns.add<ApproximateDivision, ApproximateErf>(context);
}
