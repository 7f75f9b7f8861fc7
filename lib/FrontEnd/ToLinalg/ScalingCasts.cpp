//===- ScalingCasts.cpp - Casts that apply a scale as arithmetic ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalingCasts.h"

#include "lowp/Dialect/Common/FloatMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::hasExactScales(Operation *op) {
  return isa<Float8E8M0FNUType>(getElementTypeOrSelf(op->getOperand(1)));
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
static Value invert(FloatMath &f, Value scale) {
  constexpr int64_t kNaN = 0xFF, kLargest = 254;
  Value code = arith::BitcastOp::create(
      f.b, withElement(scale.getType(), f.b.getI8Type()), scale);
  Value isNaN = f.compare(arith::CmpIPredicate::eq, code, kNaN);
  Value inverse = f.subBits(f.integer(kLargest, code.getType()), code);
  return arith::BitcastOp::create(f.b, scale.getType(),
                                  f.select(isNaN, code, inverse));
}

void mlir::lowp::expandScalingCast(Operation *op) {
  ImplicitLocOpBuilder builder(op->getLoc(), op);
  FloatMath f(builder);
  Type arithmetic = getArithmetic(op);
  Value value = f.widen(op->getOperand(0), arithmetic);
  auto narrowing = dyn_cast<arith::ScalingTruncFOp>(op);
  Value factor = op->getOperand(1);
  if (narrowing)
    factor = invert(f, factor);
  Type result = op->getResult(0).getType();
  Value scaled = f.mul(value, f.widen(factor, arithmetic));
  arith::RoundingModeAttr rounding;
  if (narrowing)
    rounding = narrowing.getRoundingmodeAttr();
  if (scaled.getType() != result)
    scaled = arith::TruncFOp::create(builder, result, scaled, rounding,
                                     arith::FastMathFlagsAttr());
  op->getResult(0).replaceAllUsesWith(scaled);
  op->erase();
}
