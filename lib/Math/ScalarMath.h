//===- ScalarMath.h - Arithmetic of one number ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_SCALARMATH_H
#define LOWP_LIB_MATH_SCALARMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Writes arithmetic on single floating-point numbers, and on their bits, as
/// long as formulas are read. Constants have the type of what they meet.
class ScalarMath {
public:
  explicit ScalarMath(ImplicitLocOpBuilder &b) : b(b) {}

  Value number(double value, Type type);
  Value f32(double value) { return number(value, b.getF32Type()); }
  Value integer(int64_t value, Type type);
  Value i32(uint32_t value) { return integer(value, b.getI32Type()); }

  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value add(Value x, double y) { return add(x, number(y, x.getType())); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value mul(Value x, double y) { return mul(x, number(y, x.getType())); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value negate(Value x) { return arith::NegFOp::create(b, x); }
  Value fma(Value x, Value y, Value z);
  Value fma(Value x, double y, Value z) {
    return fma(x, number(y, x.getType()), z);
  }
  Value magnitude(Value x);
  Value root(Value x);
  /// 1 / x, for x of f32, to a unit; that of a subnormal x is infinite.
  Value reciprocal(Value x);
  /// |x| with the sign of `sign`.
  Value copySign(Value x, Value sign);
  /// The sum of coefficients[n] x^n.
  Value polynomial(Value x, ArrayRef<double> coefficients);

  /// Comparisons, which are false for NaN.
  Value isLess(Value x, Value y) { return compare(Predicate::OLT, x, y); }
  Value isLess(Value x, double y) { return isLess(x, number(y, x.getType())); }
  Value isEqual(Value x, Value y) { return compare(Predicate::OEQ, x, y); }
  Value isEqual(Value x, double y) {
    return isEqual(x, number(y, x.getType()));
  }
  Value isNaN(Value x) { return compare(Predicate::UNO, x, x); }
  Value isNegative(Value bits);
  Value both(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value either(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value invert(Value x);
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }

  /// The bits of a number, as an integer of its size, and back.
  Value bitsOf(Value x);
  Value fromBits(Value bits);
  Value addBits(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value subBits(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value mask(Value x, int64_t bits) {
    return both(x, integer(bits, x.getType()));
  }
  Value shiftLeft(Value x, int64_t bits) {
    return arith::ShLIOp::create(b, x, integer(bits, x.getType()));
  }
  Value shiftRight(Value x, int64_t bits) {
    return arith::ShRUIOp::create(b, x, integer(bits, x.getType()));
  }
  Value shiftSigned(Value x, int64_t bits) {
    return arith::ShRSIOp::create(b, x, integer(bits, x.getType()));
  }

  ImplicitLocOpBuilder &b;

private:
  using Predicate = arith::CmpFPredicate;
  Value compare(Predicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
};

/// Computes a function of f32 of its operands.
using FunctionWriter = Value (*)(ScalarMath &f, Operation *op);

/// Writes a function of scalars of f32 out. Scalars of 16 bits are computed in
/// f32, and vectors element by element, by other patterns.
template <typename MathOp>
struct WriteFunction : OpRewritePattern<MathOp> {
  WriteFunction(MLIRContext *context, FunctionWriter write)
      : OpRewritePattern<MathOp>(context, /*benefit=*/2), write(write) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isF32())
      return rewriter.notifyMatchFailure(op, "not a scalar of f32");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ScalarMath f(b);
    rewriter.replaceOp(op, write(f, op));
    return success();
  }

private:
  FunctionWriter write;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_MATH_SCALARMATH_H
