//===- ScaleFormula.h - Steps that formulas of scales share -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_NUMERICS_SCALEFORMULA_H
#define LOWP_LIB_DIALECT_LOWP_IR_NUMERICS_SCALEFORMULA_H

#include "lowp/Dialect/Lowp/IR/LaneArithmetic.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// What data are multiplied with, and what turns them back into values.
struct ScaleFactors {
  Value encode;
  Value decode;
};

/// The formula of f32 scales: the factor that brings `amax` to `max`, and its
/// reciprocal.
ScaleFactors buildScaleFactors(LaneArithmetic &a, Value amax, double max,
                               NumericsAttr numerics);

/// `ordinary` where `amax`, of any float type, is positive and finite, else
/// `degenerate`.
Value selectOrdinary(LaneArithmetic &a, Value amax, Value ordinary,
                     Value degenerate);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_NUMERICS_SCALEFORMULA_H
