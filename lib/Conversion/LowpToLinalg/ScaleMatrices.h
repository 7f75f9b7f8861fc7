//===- ScaleMatrices.h - Scales in the order of the matrix ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEMATRICES_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEMATRICES_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// One entry per block, in matrix order.
struct ScaleMatrices {
  Value encode;
  Value stored;
};

/// Builds the scales of all entries of `amax`, a matrix or a batch of them;
/// `build` makes one from its amax, with `storedType` as the type of what is
/// stored.
ScaleMatrices buildScaleMatrices(
    OpBuilder &builder, Location loc, Value amax, Type storedType,
    function_ref<BlockScale(OpBuilder &, Location, Value)> build);

/// One f32 per matrix of what has one entry per matrix as its only block:
/// 1x1 becomes 1, and Gx1x1 becomes Gx1.
Value buildMatrixNumbers(OpBuilder &builder, Location loc, Value blocks);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEMATRICES_H
