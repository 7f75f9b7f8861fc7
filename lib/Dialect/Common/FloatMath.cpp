//===- FloatMath.cpp - Arithmetic on floats and their bits ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Common/FloatMath.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

Type mlir::lowp::withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

/// `number`, or a vector of it if `type` is one.
static Value buildConstant(ImplicitLocOpBuilder &b, TypedAttr number,
                           Type type) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    number = SplatElementsAttr::get(shaped, Attribute(number));
  return arith::ConstantOp::create(b, number);
}

Value FloatMath::number(double value, Type type) {
  return buildConstant(b, b.getFloatAttr(getElementTypeOrSelf(type), value),
                       type);
}

Value FloatMath::integer(int64_t value, Type type) {
  Type element = getElementTypeOrSelf(type);
  APInt bits(element.isIndex() ? 64 : element.getIntOrFloatBitWidth(), value,
             /*isSigned=*/true, /*implicitTrunc=*/true);
  return buildConstant(b, b.getIntegerAttr(element, bits), type);
}

Value FloatMath::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(b, x, y, z);
}

Value FloatMath::magnitude(Value x) { return math::AbsFOp::create(b, x); }

Value FloatMath::root(Value x) { return math::SqrtOp::create(b, x); }

Value FloatMath::copySign(Value x, Value sign) {
  return math::CopySignOp::create(b, x, sign);
}

Value FloatMath::polynomial(Value x, ArrayRef<double> coefficients) {
  Value sum = number(coefficients.back(), x.getType());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, number(coefficient, x.getType()));
  return sum;
}

Value FloatMath::widen(Value x, Type element) {
  Type type = withElement(x.getType(), element);
  return x.getType() == type ? x : Value(arith::ExtFOp::create(b, type, x));
}

Value FloatMath::roundTo(Value x, Type type) {
  return x.getType() == type ? x : Value(arith::TruncFOp::create(b, type, x));
}

Value FloatMath::invert(Value x) {
  return arith::XOrIOp::create(b, x, integer(-1, x.getType()));
}

Value FloatMath::bitsOf(Value x) {
  Type bits = b.getIntegerType(
      getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth());
  return arith::BitcastOp::create(b, withElement(x.getType(), bits), x);
}

Value FloatMath::fromBits(Value bits) {
  Type type = getElementTypeOrSelf(bits.getType()).isInteger(64)
                  ? Type(b.getF64Type())
                  : Type(b.getF32Type());
  return arith::BitcastOp::create(b, withElement(bits.getType(), type), bits);
}
