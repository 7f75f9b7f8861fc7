//===- LinalgBuilders.h - Short forms of linalg and tensor ops --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H

#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

inline Value buildIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

using BodyBuilder = function_ref<void(OpBuilder &, Location, ValueRange)>;

/// Builds a linalg.generic with one result whose loops are all parallel.
inline Value buildElementwise(OpBuilder &builder, Location loc,
                              ValueRange inputs, Value init,
                              ArrayRef<AffineMap> maps, BodyBuilder body) {
  SmallVector<utils::IteratorType> loops(maps.back().getNumDims(),
                                         utils::IteratorType::parallel);
  return linalg::GenericOp::create(builder, loc, init.getType(), inputs, init,
                                   maps, loops, body)
      .getResult(0);
}

/// A tensor of these sizes, every element of which is `value`.
inline Value buildFilled(OpBuilder &builder, Location loc,
                         ArrayRef<OpFoldResult> sizes, FloatType type,
                         double value) {
  Value empty = tensor::EmptyOp::create(builder, loc, sizes, type);
  Value element = arith::ConstantOp::create(builder, loc,
                                            builder.getFloatAttr(type, value));
  return linalg::FillOp::create(builder, loc, element, empty).getResult(0);
}

/// A value of tensor type `type`: it may be more or less static than `value`.
inline Value castTensor(OpBuilder &builder, Location loc, Value value,
                        Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

/// Casts between float types of different width; the same type is no cast.
inline Value castFloat(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  if (value.getType() == type)
    return value;
  bool widens =
      value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth();
  return widens ? buildExtF(builder, loc, type, value)
                : buildTruncF(builder, loc, type, value);
}

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H
