//===- MovedGroups.h - Groups that begin elsewhere --------------*- C++ -*-
//===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_MOVEDGROUPS_H
#define LOWP_DIALECT_LOWP_IR_MOVEDGROUPS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Elements along the groups of a matrix of `size` such once its `count` groups
/// begin at multiples of `start`: no division into that many takes more.
/// Dynamic where that does not follow.
int64_t countPlaces(int64_t size, int64_t count, int64_t start);
/// The same at run time of a known count.
OpFoldResult buildPlaces(OpBuilder &builder, Location loc, OpFoldResult size,
                         GroupsAttr groups);

/// `type`, which has groups, with `groups`, to whose start those of its data
/// are moved.
ScaledType withMovedGroups(ScaledType type, GroupsAttr groups);

/// Whether data of groups of `from` begin elsewhere than those of `to`, which
/// has as many along the same dimension.
bool movesData(ScaledType from, ScaledType to);
/// Whether `to` is what a copy makes of `from`: the same matrix, laid out in
/// another way or with groups moved to where fewer elements may begin.
bool isRelayoutOf(ScaledType from, ScaledType to);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_MOVEDGROUPS_H
