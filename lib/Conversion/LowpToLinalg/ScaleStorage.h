//===- ScaleStorage.h - Scales in the order of their layout -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALESTORAGE_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALESTORAGE_H

#include "ScaledParts.h"

namespace mlir::lowp {

/// Gives the stored scale at (i, j) of the scale matrix.
using ScaleGetter =
    function_ref<Value(OpBuilder &, Location, Value i, Value j)>;

/// Builds the tensor of scales of `type`, padding included; `blockCounts` are
/// the sizes of the scale matrix.
Value buildScaleStorage(OpBuilder &builder, Location loc, ScaledType type,
                        ArrayRef<OpFoldResult> blockCounts,
                        ScaleGetter getScale);

/// Whether scales of `type` are stored exactly as the scale matrix is written.
bool isStoredAsMatrix(ScaledType type);

/// Reads the stored scale at (i, j) of the scale matrix.
Value buildStoredScaleAt(OpBuilder &builder, Location loc,
                         const ScaledParts &parts, Value i, Value j);

/// Builds the f32 factor that belongs to element (row, column).
Value buildDecodeFactorAt(OpBuilder &builder, Location loc,
                          const ScaledParts &parts, Value row, Value column);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALESTORAGE_H
