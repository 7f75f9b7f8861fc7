//===- ElementOrder.h - The order of a sort ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_ELEMENTORDER_H
#define LOWP_LIB_FRONTEND_TOLINALG_ELEMENTORDER_H

#include "SortKey.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::lowp {

/// An order of numbers. NaN is larger than all others and equal to NaN, as in
/// torch.
struct ElementOrder {
  /// The order by which the region of `op` compares elements; emits an error if
  /// it is not one of one comparison.
  static FailureOr<ElementOrder> get(Operation *op);

  /// Whether `one` comes before `other`.
  Value buildIsBefore(OpBuilder &b, Location loc, Value one, Value other) const;
  /// Whether it does, or both are equal.
  Value buildIsNotAfter(OpBuilder &b, Location loc, Value one,
                        Value other) const;

  /// What is compared of elements.
  SortKey key;
  bool isDescending;
  bool isUnsigned;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_ELEMENTORDER_H
