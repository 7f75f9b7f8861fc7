//===- ScalePlaces.h - Where scales are stored ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEPLACES_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEPLACES_H

#include "BlockGrid.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/StorageDigits.h"

namespace mlir::lowp {

/// Computes a layout's map with arith ops. Layout maps use only what affine
/// maps can always be expanded to, hence no failure.
SmallVector<Value> expandMap(OpBuilder &builder, Location loc, AffineMap map,
                             ValueRange operands);

/// The product of all of `factors`.
Value multiply(OpBuilder &builder, Location loc, ValueRange factors);

/// The place of entry (i, j) of the scale matrix in the tensor of scales.
SmallVector<Value> buildPlace(OpBuilder &builder, Location loc, ScaledType type,
                              const BlockGrid &grid, Value i, Value j);

/// The digits that say which entry of the scale matrix, or of that of a group
/// with a storage of its own, has its place where; failure for layouts without.
FailureOr<StorageDigits> getScaleDigits(ScaledType type);

/// The entry of the scale matrix at `place` of the tensor of scales; beyond the
/// matrix where that is padding of the layout.
SmallVector<Value> findEntry(OpBuilder &builder, Location loc, ScaledType type,
                             const BlockGrid &grid,
                             ArrayRef<StorageDigit> digits,
                             ArrayRef<Value> place);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEPLACES_H
