//===- MathExpansions.cpp - Functions that kernels compute themselves -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What neither LLVM has an instruction for nor upstream a polynomial that is
// good enough.
//
//===----------------------------------------------------------------------===//

#include "MathExpansions.h"

#include "lowp/Dialect/Common/FloatMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

namespace {
/// Functions are computed in f32: their expansions lose digits on the way.
struct WidenFunction : RewritePattern {
  explicit WidenFunction(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa_and_present<math::MathDialect>(op->getDialect()) ||
        op->getNumResults() != 1 ||
        isa<math::AbsFOp, math::CeilOp, math::CopySignOp, math::FloorOp,
            math::FmaOp, math::RoundEvenOp, math::RoundOp, math::SqrtOp,
            math::TruncOp>(op) ||
        !isa<Float16Type, BFloat16Type>(op->getResult(0).getType()))
      return rewriter.notifyMatchFailure(op, "no function of 16 bits");
    Type narrow = op->getResult(0).getType();
    rewriter.modifyOpInPlace(op, [&] {
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get().getType() == narrow)
          operand.set(arith::ExtFOp::create(
              rewriter, op->getLoc(), rewriter.getF32Type(), operand.get()));
      op->getResult(0).setType(rewriter.getF32Type());
    });
    rewriter.setInsertionPointAfter(op);
    auto rounded = arith::TruncFOp::create(rewriter, op->getLoc(), narrow,
                                           op->getResult(0));
    rewriter.replaceAllUsesExcept(op->getResult(0), rounded, rounded);
    return success();
  }
};
/// math.isnan and its like compare |x| with infinity.
template <typename MathOp, arith::CmpFPredicate predicate>
LogicalResult expandClassOf(MathOp op, PatternRewriter &rewriter) {
  Type type = op.getOperand().getType();
  if (!isa<FloatType>(type))
    return rewriter.notifyMatchFailure(op, "not a scalar");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  Value magnitude = f.magnitude(op.getOperand());
  rewriter.replaceOp(
      op, f.compare(predicate, magnitude, f.number(kInfinity, type)));
  return success();
}

LogicalResult expandAbsI(math::AbsIOp op, PatternRewriter &rewriter) {
  if (!isa<IntegerType>(op.getType()))
    return rewriter.notifyMatchFailure(op, "not a scalar");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  Value negated = f.subBits(f.integer(0, op.getType()), op.getOperand());
  rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
  return success();
}

/// The remainder of |x| and |y|, finite and y not 0, both of f64 and with so
/// few bits that each difference is exact: takes off the largest multiple of y
/// by a power of two until less than y is left.
Value reduceModulo(ImplicitLocOpBuilder &b, Value x, Value y) {
  constexpr int64_t kMantissa = (int64_t(1) << 52) - 1;
  auto before = [&](OpBuilder &builder, Location loc, ValueRange values) {
    Value more = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE,
                                       values[0], y);
    scf::ConditionOp::create(builder, loc, more, values);
  };
  auto after = [&](OpBuilder &builder, Location loc, ValueRange values) {
    ImplicitLocOpBuilder body(loc, builder);
    FloatMath f(body);
    Value rest = values[0];
    // y with the exponent of the rest: at most twice too large.
    Value mantissa = f.mask(f.bitsOf(y), kMantissa);
    Value bits = f.either(mantissa, f.mask(f.bitsOf(rest), ~kMantissa));
    Value multiple = f.fromBits(bits);
    Value half = f.mul(multiple, 0.5);
    Value fits = f.compare(arith::CmpFPredicate::OLE, multiple, rest);
    Value taken = f.select(fits, multiple, half);
    scf::YieldOp::create(body, f.sub(rest, taken));
  };
  return scf::WhileOp::create(b, b.getF64Type(), x, before, after).getResult(0);
}

/// arith.remf of f32 and less, exact as C's fmod is.
LogicalResult expandRemF(arith::RemFOp op, PatternRewriter &rewriter) {
  auto type = dyn_cast<FloatType>(op.getType());
  if (!type || type.getWidth() > 32)
    return rewriter.notifyMatchFailure(op, "not a scalar of 32 bits or less");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  Type f64 = b.getF64Type();
  Value x = f.magnitude(f.widen(op.getLhs(), f64));
  Value y = f.magnitude(f.widen(op.getRhs(), f64));
  // The loop sees harmless numbers where there is nothing to reduce.
  Value isFinite = f.isLess(x, kInfinity);
  Value isDivisor = f.compare(arith::CmpFPredicate::OGT, y, f.number(0, f64));
  Value isReal = f.both(isFinite, isDivisor);
  Value finite = f.select(isReal, x, f.number(0, f64));
  Value divisor = f.select(isReal, y, f.number(1, f64));
  Value rest = reduceModulo(b, finite, divisor);
  Value none = f.number(std::numeric_limits<double>::quiet_NaN(), f64);
  Value narrow = f.roundTo(f.select(isReal, rest, none), type);
  rewriter.replaceOp(op, f.copySign(narrow, op.getLhs()));
  return success();
}
} // namespace

void mlir::lowp::populateMathExpansions(RewritePatternSet &patterns) {
  using arith::CmpFPredicate;
  patterns.add<WidenFunction>(patterns.getContext());
  patterns.add(expandAbsI)
      .add(expandRemF)
      .add(expandClassOf<math::IsNaNOp, CmpFPredicate::UNO>)
      .add(expandClassOf<math::IsInfOp, CmpFPredicate::OEQ>)
      .add(expandClassOf<math::IsFiniteOp, CmpFPredicate::OLT>);
}
