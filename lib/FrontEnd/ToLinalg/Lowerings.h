//===- Lowerings.h - One for each kind of operation -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By the names of attributes and the places of operands, which torch-mlir and
// IREE have in common, so that they lower what the front ends' own dialects
// hold, too. What is not as these write it is an error on the operation.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_LOWERINGS_H
#define LOWP_LIB_FRONTEND_TOLINALG_LOWERINGS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Whether the only region of `op` makes one `element` of two.
bool hasCombiner(Operation *op, Type element);

/// Reductions over the elements before each.
LogicalResult lowerScan(Operation *op);

/// What an index means that no element has. In torch one below 0 counts from
/// the end, and all others are mistakes; JAX has counted before, and leaves out
/// updates of any such index.
enum class IndexRule { Torch, JAX };

/// A `lowp.scatter`.
LogicalResult lowerScatter(Operation *op, IndexRule rule);

/// Whether `op` is a sort as torch-mlir and IREE write it.
bool isSort(Operation *op);

/// A sort of integers that are numbers of groups or of rows.
struct IdSort {
  /// Looks at `op`, a sort, before what has found the numbers is lowered. Emits
  /// an error if the order is not one of one comparison.
  static FailureOr<IdSort> get(Operation *op);

  /// Puts a `lowp.order_rows` in the place of a sort of the numbers of groups,
  /// and its places in that of a sort of its rows. Whether there is one now.
  bool order();

  Operation *op;
  /// The operand that is compared, smallest first; nothing if it is no such
  /// one.
  std::optional<unsigned> key;
  /// How many groups there are; nothing if that is not known.
  std::optional<int64_t> groups;
};

/// Puts a sum of comparisons in the place of `op`, a scatter, if that adds ones
/// into zeros at the numbers of groups and something orders the rows of these.
/// Whether there is one now. To be called after `IdSort::order`, before what
/// has found the numbers is lowered.
bool countIds(Operation *op);

/// The number of elements before each, and a gather by these numbers.
LogicalResult lowerSort(Operation *op);
LogicalResult lowerTopk(Operation *op);

/// Two contractions and a softmax.
LogicalResult lowerAttention(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_LOWERINGS_H
