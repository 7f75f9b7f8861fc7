//===- ScalingCasts.cpp - Casts that apply a scale as arithmetic ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalingCasts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::hasExactScales(Operation *op) {
  return isa<Float8E8M0FNUType>(getElementTypeOrSelf(op->getOperand(1)));
}

/// `type` with elements of `element`.
static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

/// `value` with elements of `element`, which are as wide or wider.
static Value widen(ImplicitLocOpBuilder &builder, Value value, Type element) {
  if (getElementTypeOrSelf(value) == element)
    return value;
  return arith::ExtFOp::create(builder, withElement(value.getType(), element),
                               value);
}

/// What arithmetic is done in: f32, or a wider type that the program has. Every
/// product of a small float and a scale of e8m0 is a number of f32, or too
/// large.
static Type getArithmetic(Operation *op) {
  Type widest = Float32Type::get(op->getContext());
  for (Type type : {op->getOperand(0).getType(), op->getResult(0).getType()}) {
    Type element = getElementTypeOrSelf(type);
    if (element.getIntOrFloatBitWidth() > widest.getIntOrFloatBitWidth())
      widest = element;
  }
  return widest;
}

/// The code of e8m0 for 1 / `scale`: powers of two from 2^-127 to 2^127 have
/// such powers as reciprocals. NaN stays.
static Value invert(ImplicitLocOpBuilder &builder, Value scale) {
  Type bits = withElement(scale.getType(), builder.getI8Type());
  auto number = [&](int64_t value) -> Value {
    TypedAttr attribute = builder.getI8IntegerAttr(value);
    if (auto shaped = dyn_cast<ShapedType>(bits))
      attribute = SplatElementsAttr::get(shaped, Attribute(attribute));
    return arith::ConstantOp::create(builder, attribute);
  };
  constexpr int64_t kNaN = 0xFF, kLargest = 254;
  Value code = arith::BitcastOp::create(builder, bits, scale);
  Value isNaN = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, code,
                                      number(int8_t(kNaN)));
  Value inverse =
      arith::SubIOp::create(builder, number(int8_t(kLargest)), code);
  Value chosen = arith::SelectOp::create(builder, isNaN, code, inverse);
  return arith::BitcastOp::create(builder, scale.getType(), chosen);
}

void mlir::lowp::expandScalingCast(Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  Type arithmetic = getArithmetic(op);
  Value value = widen(builder, op->getOperand(0), arithmetic);
  auto narrowing = dyn_cast<arith::ScalingTruncFOp>(op);
  Value factor = op->getOperand(1);
  if (narrowing)
    factor = invert(builder, factor);
  Type result = op->getResult(0).getType();
  Value scaled =
      arith::MulFOp::create(builder, value, widen(builder, factor, arithmetic));
  arith::RoundingModeAttr rounding;
  if (narrowing)
    rounding = narrowing.getRoundingmodeAttr();
  if (scaled.getType() != result)
    scaled = arith::TruncFOp::create(builder, result, scaled, rounding,
                                     arith::FastMathFlagsAttr());
  op->getResult(0).replaceAllUsesWith(scaled);
  op->erase();
}
