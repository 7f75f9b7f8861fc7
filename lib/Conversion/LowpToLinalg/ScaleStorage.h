//===- ScaleStorage.h - Scales in the order of their layout -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALESTORAGE_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALESTORAGE_H

#include "BlockGrid.h"
#include "ScaledParts.h"

namespace mlir::lowp {

/// Gives the stored scale at (i, j) of the scale matrix, where there is one.
using ScaleGetter =
    function_ref<Value(OpBuilder &, Location, Value i, Value j)>;

/// Builds the tensor of scales of `type`, padding included; `grid` has the
/// blocks of the matrix.
Value buildScaleStorage(OpBuilder &builder, Location loc, ScaledType type,
                        const BlockGrid &grid, ScaleGetter getScale);

/// The value of padding in the tensor of scales.
Value buildPadding(OpBuilder &builder, Location loc, ScaledType type);

/// Whether scales of `type` are stored exactly as the scale matrix is written.
bool isStoredAsMatrix(ScaledType type);

/// Reads the stored scale at (i, j) of the scale matrix.
Value buildStoredScaleAt(OpBuilder &builder, Location loc,
                         const ScaledParts &parts, const BlockGrid &grid,
                         Value i, Value j);

/// Builds the f32 factor that belongs to element (row, column), which must be
/// in a group if there are some.
Value buildDecodeFactorAt(OpBuilder &builder, Location loc,
                          const ScaledParts &parts, const BlockGrid &grid,
                          Value row, Value column);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALESTORAGE_H
