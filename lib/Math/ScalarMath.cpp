//===- ScalarMath.cpp - Arithmetic of one number --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarMath.h"

#include "ChipCalls.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::lowp;

Value ScalarMath::number(double value, Type type) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}

Value ScalarMath::integer(int64_t value, Type type) {
  APInt bits(type.getIntOrFloatBitWidth(), value, /*isSigned=*/true,
             /*implicitTrunc=*/true);
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, bits));
}

Value ScalarMath::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(b, x, y, z);
}

Value ScalarMath::magnitude(Value x) { return math::AbsFOp::create(b, x); }

Value ScalarMath::root(Value x) { return math::SqrtOp::create(b, x); }

Value ScalarMath::reciprocal(Value x) {
  return callOnChip(b, "llvm.nvvm.rcp.approx.ftz.f", x);
}

Value ScalarMath::copySign(Value x, Value sign) {
  return math::CopySignOp::create(b, x, sign);
}

Value ScalarMath::polynomial(Value x, ArrayRef<double> coefficients) {
  Value sum = number(coefficients.back(), x.getType());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, number(coefficient, x.getType()));
  return sum;
}

Value ScalarMath::isNegative(Value bits) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, bits,
                               integer(0, bits.getType()));
}

Value ScalarMath::invert(Value x) {
  return arith::XOrIOp::create(b, x, integer(-1, x.getType()));
}

Value ScalarMath::bitsOf(Value x) {
  Type bits = b.getIntegerType(x.getType().getIntOrFloatBitWidth());
  return arith::BitcastOp::create(b, bits, x);
}

Value ScalarMath::fromBits(Value bits) {
  Type type = bits.getType().isInteger(64) ? Type(b.getF64Type())
                                           : Type(b.getF32Type());
  return arith::BitcastOp::create(b, type, bits);
}
