//===- QuantizeMath.h - The arithmetic of a quantize ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the reference path and kernels share, so that they agree bit by bit.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_QUANTIZEMATH_H
#define LOWP_DIALECT_LOWP_IR_QUANTIZEMATH_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace mlir::lowp {

/// `value`, of any float type, as an f32 multiplied with `encode` and brought
/// into the range of `elementType` where `numerics` saturate; NaN stays.
Value buildScaled(OpBuilder &builder, Location loc, Value value, Value encode,
                  FloatType elementType, NumericsAttr numerics);

/// The input of `op`, as static as it and the result together tell.
Value refineInput(OpBuilder &builder, QuantizeOp op);

/// The scale of padding in the storage of `type`.
TypedAttr getScalePadding(ScaledType type);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_QUANTIZEMATH_H
