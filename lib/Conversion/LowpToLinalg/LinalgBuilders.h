//===- LinalgBuilders.h - Short forms of linalg and tensor ops --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H

#include "lowp/Dialect/Common/BuildGeneric.h"
#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

inline Value buildIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
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

/// The f64 `sum` and, if there is one, `accumulator`, rounded once.
inline Value buildRounded(OpBuilder &builder, Location loc, Value sum,
                          Value accumulator, Type elementType) {
  SmallVector<Value> inputs = {sum};
  if (accumulator)
    inputs.push_back(accumulator);
  auto round = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    Value result = args[0];
    if (accumulator)
      result = arith::AddFOp::create(
          b, result, castFloat(b, loc, args[1], b.getF64Type()));
    return castFloat(b, loc, result, elementType);
  };
  return mapElements(builder, loc, inputs, elementType, round);
}

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_LINALGBUILDERS_H
