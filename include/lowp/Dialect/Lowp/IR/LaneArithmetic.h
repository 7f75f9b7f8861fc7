//===- LaneArithmetic.h - arith on scalars or on vectors --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formulas of scales are written once and serve a scalar (the reference)
// as well as a vector with one block per lane.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LANEARITHMETIC_H
#define LOWP_DIALECT_LOWP_IR_LANEARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Bits of an f32 below its exponent.
constexpr unsigned kMantissaBits = 23;

/// Builds arith ops whose operands are scalars or vectors, as `shape` is.
class LaneArithmetic {
public:
  LaneArithmetic(OpBuilder &builder, Location loc, Type shape)
      : b(loc, builder), shape(shape) {}

  /// `element`, or a vector of it when the operands are vectors.
  Type like(Type element) const {
    if (auto shaped = dyn_cast<ShapedType>(shape))
      return shaped.clone(element);
    return element;
  }
  Type f32() { return like(b.getF32Type()); }
  Type i32() { return like(b.getI32Type()); }
  Type i64() { return like(b.getI64Type()); }

  Value constant(Type element, double value) {
    return splat(b.getFloatAttr(element, value));
  }
  /// The f32 constant `value`.
  Value number(double value) { return constant(b.getF32Type(), value); }
  Value integer(Type element, uint64_t bits) {
    return splat(b.getIntegerAttr(
        element, llvm::APInt(element.getIntOrFloatBitWidth(), bits)));
  }
  /// The i32 constant `bits`.
  Value word(uint32_t bits) { return integer(b.getI32Type(), bits); }
  /// The i64 constant `bits`.
  Value wide(uint64_t bits) { return integer(b.getI64Type(), bits); }

  Value add(Value x, Value y) { return arith::AddIOp::create(b, x, y); }
  Value subtract(Value x, Value y) { return arith::SubIOp::create(b, x, y); }
  Value multiply(Value x, Value y) { return arith::MulIOp::create(b, x, y); }
  Value bitAnd(Value x, Value y) { return arith::AndIOp::create(b, x, y); }
  Value bitOr(Value x, Value y) { return arith::OrIOp::create(b, x, y); }
  Value bitXor(Value x, Value y) { return arith::XOrIOp::create(b, x, y); }
  Value shiftLeft(Value x, Value y) { return arith::ShLIOp::create(b, x, y); }
  Value shiftRight(Value x, Value y) { return arith::ShRUIOp::create(b, x, y); }
  Value unsignedMinimum(Value x, Value y) {
    return arith::MinUIOp::create(b, x, y);
  }
  Value signedMaximum(Value x, Value y) {
    return arith::MaxSIOp::create(b, x, y);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, Value y) {
    return arith::CmpIOp::create(b, predicate, x, y);
  }

  Value product(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value quotient(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value reciprocal(Value x) { return quotient(number(1.0), x); }
  /// The smaller or larger one; NaN if either is.
  Value minimum(Value x, Value y) { return arith::MinimumFOp::create(b, x, y); }
  Value maximum(Value x, Value y) { return arith::MaximumFOp::create(b, x, y); }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(b, predicate, x, y);
  }
  Value isNaN(Value x) { return compare(arith::CmpFPredicate::UNO, x, x); }

  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(b, condition, yes, no);
  }
  /// The same bits as `element`.
  Value bitcast(Type element, Value x) {
    return arith::BitcastOp::create(b, like(element), x);
  }
  Value bits(Value x) { return bitcast(b.getI32Type(), x); }
  Value fromBits(Value x) { return bitcast(b.getF32Type(), x); }
  Value extend(Type element, Value x) {
    return arith::ExtUIOp::create(b, like(element), x);
  }
  Value truncate(Type element, Value x) {
    return arith::TruncIOp::create(b, like(element), x);
  }
  Value widen(Type element, Value x) {
    return arith::ExtFOp::create(b, like(element), x);
  }
  Value narrow(Type element, Value x) {
    return arith::TruncFOp::create(b, like(element), x);
  }

  ImplicitLocOpBuilder b;

private:
  Value splat(TypedAttr element) {
    TypedAttr value = element;
    if (auto shaped = dyn_cast<ShapedType>(like(element.getType())))
      value = SplatElementsAttr::get(shaped, Attribute(element));
    return arith::ConstantOp::create(b, value);
  }

  Type shape;
};

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_LANEARITHMETIC_H
