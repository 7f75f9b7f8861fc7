//===- ScaleMatrices.h - Scales in the order of the matrix ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEMATRICES_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEMATRICES_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// One entry per block, in matrix order.
struct ScaleMatrices {
  Value encode;
  Value stored;
};

/// How scales follow from amax, as an op says.
struct ScaleMaker {
  RecipeAttrInterface recipe;
  Type elementType;
  NumericsAttr numerics;
  ScaleConvention convention;

  static ScaleMaker of(ScaledType type, NumericsAttr numerics) {
    return {type.getRecipe(), type.getElementType(), numerics,
            type.getConvention()};
  }
  /// Makes the scales of blocks, for all entries of `amax`, a matrix or a batch
  /// of them. `getGlobal` gives the factor of the matrix that the current block
  /// belongs to, a null value for recipes of one level.
  ScaleMatrices
  buildOfBlocks(OpBuilder &builder, Location loc, Value amax,
                function_ref<Value(OpBuilder &, Location)> getGlobal) const;
  /// Makes the scales of matrices or groups, for recipes of two levels.
  ScaleMatrices buildOfMatrices(OpBuilder &builder, Location loc,
                                Value amax) const;
};

/// One f32 per matrix of what has one entry per matrix as its only block:
/// 1x1 becomes 1, and Gx1x1 becomes Gx1.
Value buildMatrixNumbers(OpBuilder &builder, Location loc, Value blocks);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEMATRICES_H
