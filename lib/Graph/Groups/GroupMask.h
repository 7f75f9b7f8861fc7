//===- GroupMask.h - Masks that keep one group ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_GROUPS_GROUPMASK_H
#define LOWP_LIB_GRAPH_GROUPS_GROUPMASK_H

#include "lowp/Graph/Analysis/TraceElement.h"

namespace mlir::lowp {

/// An operand that is an element of `kept` where `row` is in group `group`, and
/// 0 elsewhere. All but `ends` are functions of the loops of the contraction.
struct GroupMask {
  /// A tensor of integers: the end of each group.
  Value ends;
  AffineExpr group, row;
  Element kept;
};

/// The mask of `operand`; nothing if it has none.
std::optional<GroupMask> matchGroupMask(const Element &operand);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_GROUPS_GROUPMASK_H
