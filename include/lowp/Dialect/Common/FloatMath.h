//===- FloatMath.h - Arithmetic on floats and their bits --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_FLOATMATH_H
#define LOWP_DIALECT_COMMON_FLOATMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <limits>

namespace mlir::lowp {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// `element`, or a vector or tensor of it in the shape of `type`.
Type withElement(Type type, Type element);

/// Writes arithmetic on floating-point numbers, and on their bits, as long as
/// formulas are read: on single ones, or on each element of a vector. Constants
/// have the type of what they meet.
class FloatMath {
public:
  explicit FloatMath(ImplicitLocOpBuilder &b) : b(b) {}

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
  /// |x| with the sign of `sign`.
  Value copySign(Value x, Value sign);
  /// The sum of coefficients[n] x^n.
  Value polynomial(Value x, ArrayRef<double> coefficients);

  /// `x` with elements of the float type `element`, which is as wide or wider.
  Value widen(Value x, Type element);
  /// `x` as `type`, which is as narrow or narrower.
  Value roundTo(Value x, Type type);

  /// Comparisons, which are false for NaN.
  Value isLess(Value x, Value y) { return compare(Predicate::OLT, x, y); }
  Value isLess(Value x, double y) { return isLess(x, number(y, x.getType())); }
  Value isEqual(Value x, Value y) { return compare(Predicate::OEQ, x, y); }
  Value isEqual(Value x, double y) {
    return isEqual(x, number(y, x.getType()));
  }
  Value isNaN(Value x) { return compare(Predicate::UNO, x, x); }
  Value isNegative(Value bits) {
    return compare(arith::CmpIPredicate::slt, bits, 0);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t y) {
    return compare(predicate, x, integer(y, x.getType()));
  }
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
  Value addBits(Value x, int64_t y) {
    return addBits(x, integer(y, x.getType()));
  }
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
};

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_FLOATMATH_H
