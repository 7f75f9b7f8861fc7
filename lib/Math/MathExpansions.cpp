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

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>

using namespace mlir;

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
} // namespace

namespace {
/// math.isnan and its like compare |x| with infinity.
template <typename MathOp, arith::CmpFPredicate predicate>
struct ExpandClassOf : OpRewritePattern<MathOp> {
  using OpRewritePattern<MathOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getOperand().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "not a scalar");
    Value magnitude =
        math::AbsFOp::create(rewriter, op.getLoc(), op.getOperand());
    Value infinity = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        rewriter.getFloatAttr(type,
                              llvm::APFloat::getInf(type.getFloatSemantics())));
    rewriter.replaceOpWithNewOp<arith::CmpFOp>(op, predicate, magnitude,
                                               infinity);
    return success();
  }
};

struct ExpandAbsI : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<IntegerType>(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar");
    Value zero = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           rewriter.getZeroAttr(op.getType()));
    Value negated =
        arith::SubIOp::create(rewriter, op.getLoc(), zero, op.getOperand());
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negated);
    return success();
  }
};
} // namespace

namespace {
/// The remainder of |x| and |y|, finite and y not 0, both of f64 and with so
/// few bits that each difference is exact: takes off the largest multiple of y
/// by a power of two until less than y is left.
Value reduceModulo(ImplicitLocOpBuilder &b, Value x, Value y) {
  Type f64 = b.getF64Type(), i64 = b.getI64Type();
  auto constant = [&](int64_t bits) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(bits));
  };
  constexpr int64_t kMantissa = (int64_t(1) << 52) - 1;
  auto before = [&](OpBuilder &builder, Location loc, ValueRange values) {
    Value more = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE,
                                       values[0], y);
    scf::ConditionOp::create(builder, loc, more, values);
  };
  auto after = [&](OpBuilder &builder, Location loc, ValueRange values) {
    ImplicitLocOpBuilder body(loc, builder);
    Value rest = values[0];
    // y with the exponent of the rest: at most twice too large.
    Value bits = arith::OrIOp::create(
        body,
        arith::AndIOp::create(body, arith::BitcastOp::create(body, i64, y),
                              constant(kMantissa)),
        arith::AndIOp::create(body, arith::BitcastOp::create(body, i64, rest),
                              constant(~kMantissa)));
    Value multiple = arith::BitcastOp::create(body, f64, bits);
    Value half = arith::MulFOp::create(
        body, multiple,
        arith::ConstantOp::create(body, body.getF64FloatAttr(0.5)));
    Value fits =
        arith::CmpFOp::create(body, arith::CmpFPredicate::OLE, multiple, rest);
    Value taken = arith::SelectOp::create(body, fits, multiple, half);
    scf::YieldOp::create(body,
                         arith::SubFOp::create(body, rest, taken).getResult());
  };
  return scf::WhileOp::create(b, f64, x, before, after).getResult(0);
}

/// arith.remf of f32 and less, exact as C's fmod is.
struct ExpandRemF : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::RemFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<FloatType>(op.getType());
    if (!type || type.getWidth() > 32)
      return rewriter.notifyMatchFailure(op, "not a scalar of 32 bits or less");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto magnitude = [&](Value value) -> Value {
      return math::AbsFOp::create(
          b, arith::ExtFOp::create(b, b.getF64Type(), value));
    };
    auto number = [&](double value) -> Value {
      return arith::ConstantOp::create(b, b.getF64FloatAttr(value));
    };
    Value x = magnitude(op.getLhs()), y = magnitude(op.getRhs());
    Value infinity = number(std::numeric_limits<double>::infinity());
    // The loop sees harmless numbers where there is nothing to reduce.
    Value isFinite =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, infinity);
    Value isDivisor =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, y, number(0.0));
    Value isReal = arith::AndIOp::create(b, isFinite, isDivisor);
    Value rest =
        reduceModulo(b, arith::SelectOp::create(b, isReal, x, number(0.0)),
                     arith::SelectOp::create(b, isReal, y, number(1.0)));
    Value result = arith::SelectOp::create(
        b, isReal, rest, number(std::numeric_limits<double>::quiet_NaN()));
    Value narrow = arith::TruncFOp::create(b, type, result);
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, narrow, op.getLhs());
    return success();
  }
};
} // namespace

void mlir::lowp::populateMathExpansions(RewritePatternSet &patterns) {
  using arith::CmpFPredicate;
  patterns.add<WidenFunction, ExpandAbsI, ExpandRemF,
               ExpandClassOf<math::IsNaNOp, CmpFPredicate::UNO>,
               ExpandClassOf<math::IsInfOp, CmpFPredicate::OEQ>,
               ExpandClassOf<math::IsFiniteOp, CmpFPredicate::OLT>>(
      patterns.getContext());
}
