//===- GuardedCasts.cpp - Casts that fold to what they compute ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/MXScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::isGuardedTruncF(Type to) {
  const FloatFormat *format = getFloatFormat(getElementTypeOrSelf(to));
  return format && format->nonFinite == NonFinite::None;
}

bool mlir::lowp::isGuardedExtF(Type from) {
  return isa<Float8E8M0FNUType>(getElementTypeOrSelf(from));
}

/// `type` with elements of another type.
static Type cloneWith(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

static Value buildConstant(ImplicitLocOpBuilder &b, Type type, double number) {
  TypedAttr value = b.getFloatAttr(getElementTypeOrSelf(type), number);
  if (auto shaped = dyn_cast<ShapedType>(type))
    value = SplatElementsAttr::get(shaped, Attribute(value));
  return arith::ConstantOp::create(b, value);
}

static bool isConstant(Value value, double number) {
  APFloat constant(0.0);
  return matchPattern(value, m_ConstantFloat(&constant)) &&
         constant.convertToDouble() == number;
}

/// Whether `value` is clamped to `largest`, as a quantize that saturates does.
static bool isClamped(Value value, double largest) {
  auto lower = value.getDefiningOp<arith::MinimumFOp>();
  auto raise =
      lower ? lower.getLhs().getDefiningOp<arith::MaximumFOp>() : nullptr;
  return raise && isConstant(lower.getRhs(), largest) &&
         isConstant(raise.getRhs(), -largest);
}

Value mlir::lowp::buildTruncFOperand(OpBuilder &builder, Location loc,
                                     Type type, Value value) {
  if (!isGuardedTruncF(type))
    return value;
  ImplicitLocOpBuilder b(loc, builder);
  // Limits are numbers of the operand's type, which f8E8M0FNU may lack.
  if (getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth() < 16)
    value =
        buildExtF(b, loc, cloneWith(value.getType(), b.getF32Type()), value);
  double limit = getFloatFormat(getElementTypeOrSelf(type))->maxFinite();
  Value largest = buildConstant(b, value.getType(), limit);
  if (!isClamped(value, limit)) {
    Value smallest = buildConstant(b, value.getType(), -limit);
    value = arith::MaximumFOp::create(b, value, smallest);
    value = arith::MinimumFOp::create(b, value, largest);
  }
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  return arith::SelectOp::create(b, isNaN, largest, value);
}

Value mlir::lowp::buildTruncF(OpBuilder &builder, Location loc, Type type,
                              Value value) {
  return arith::TruncFOp::create(builder, loc, type,
                                 buildTruncFOperand(builder, loc, type, value));
}

Value mlir::lowp::buildExtF(OpBuilder &builder, Location loc, Type type,
                            Value value) {
  if (!isGuardedExtF(value.getType()))
    return arith::ExtFOp::create(builder, loc, type, value);
  Value wide = buildMXScaleDecode(builder, loc, value, ScaleConvention::Decode);
  if (wide.getType() == type)
    return wide;
  if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() > 32)
    return arith::ExtFOp::create(builder, loc, type, wide);
  return arith::TruncFOp::create(builder, loc, type, wide);
}
