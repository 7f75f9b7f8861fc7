//===- QuantizeMath.cpp - The arithmetic of a quantize --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

/// Brings finite and infinite values into the range of the format; NaN stays.
static Value buildClamp(OpBuilder &builder, Location loc, Value value,
                        double limit) {
  auto bound = [&](double at) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(value.getType(), at));
  };
  Value raised = arith::MaximumFOp::create(builder, loc, value, bound(-limit));
  return arith::MinimumFOp::create(builder, loc, raised, bound(limit));
}

Value mlir::lowp::buildScaled(OpBuilder &builder, Location loc, Value value,
                              Value encode, FloatType elementType,
                              NumericsAttr numerics) {
  if (!value.getType().isF32())
    value = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  Value scaled = arith::MulFOp::create(builder, loc, value, encode);
  if (numerics.getSaturation() != Saturation::Saturate)
    return scaled;
  return buildClamp(builder, loc, scaled,
                    getFloatFormat(elementType)->maxFinite());
}

Value mlir::lowp::refineInput(OpBuilder &builder, QuantizeOp op) {
  RankedTensorType type = op.getInput().getType();
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, declared] : llvm::zip_equal(shape, op.getType().getShape()))
    if (ShapedType::isDynamic(size))
      size = declared;
  RankedTensorType refined = type.clone(shape);
  if (refined == type)
    return op.getInput();
  return tensor::CastOp::create(builder, op.getLoc(), refined, op.getInput());
}

TypedAttr mlir::lowp::getScalePadding(ScaledType type) {
  Type scaleType = type.getRecipe().getScaleType();
  double value = type.getScaleLayout().getPaddingValue();
  // e8m0 has no zero: a zero byte is what padding of zeros looks like.
  if (isa<Float8E8M0FNUType>(scaleType) && value == 0.0)
    value = std::ldexp(1.0, -127);
  return FloatAttr::get(scaleType, value);
}
