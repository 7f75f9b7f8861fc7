//===- MoveGroups.h - Data of groups to where others begin ------*- C++ -*-
//===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_MOVEGROUPS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_MOVEGROUPS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// The groups of the elements of `from` whose blocks have the places that they
/// have in `to`, to where they are moved: tables of both, data and scales, are
/// the same then.
GroupsAttr getPlacesOfMoved(ScaledType from, ScaledType to);

/// Whether groups of `from` can be moved to where those of `to` begin as the
/// bytes of its data lie: whole bytes are in one group each.
bool movesBytes(ScaledType from, ScaledType to);

/// Moves groups of `data`, matrices of `from` in storage order or, where these
/// move as they lie, its stored bytes, to where those of `to` begin, with zeros
/// up to the next. The matrix has `sizes`, the result `newSizes`.
Value moveGroups(OpBuilder &builder, Location loc, Value data, ScaledType from,
                 ScaledType to, ArrayRef<OpFoldResult> sizes,
                 ArrayRef<OpFoldResult> newSizes, Value ends);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_MOVEGROUPS_H
