//===- CountedRows.h - Sizes and ends of groups -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_GROUPS_COUNTEDROWS_H
#define LOWP_LIB_GRAPH_GROUPS_COUNTEDROWS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// In `root`, sums over the rows of each group that a `lowp.order_rows` has
/// counted become differences of its ends, and running sums of these its ends.
void readCountedRows(Operation *root);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_GROUPS_COUNTEDROWS_H
