//===- DataStorage.h - Data in the places of their layout -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_DATASTORAGE_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_DATASTORAGE_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Maps a position (row, column) of the logical matrix to its place in the
/// tensor of data as `ScaledParts` has it.
AffineMap getDataMap(ScaledType type);

/// An uninitialised tensor for data of `type`; `sizes` are (rows, columns).
Value buildEmptyData(OpBuilder &builder, Location loc, ScaledType type,
                     ArrayRef<OpFoldResult> sizes);

/// Brings `elements`, an unpacked matrix in storage order, to the places that
/// the data layout of `type` has for them; the others get its padding.
Value buildInLayout(OpBuilder &builder, Location loc, ScaledType type,
                    Value elements);

/// The unpacked matrix in storage order of `stored`, which lies in the data
/// layout of `type`.
Value buildOutOfLayout(OpBuilder &builder, Location loc, ScaledType type,
                       Value stored);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_DATASTORAGE_H
