//===- SortKey.h - What a sort compares -------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_SORTKEY_H
#define LOWP_LIB_FRONTEND_TOLINALG_SORTKEY_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// What the region of a sort compares: two elements of one operand, or the same
/// function of each. JAX orders floats by integers that it makes of their bits.
class SortKey {
public:
  /// What `lhs` and `rhs` are of two arguments of `region`; nothing if they are
  /// no such function.
  static std::optional<SortKey> get(Block *region, Value lhs, Value rhs);

  /// The operand of the sort that elements are of.
  unsigned getOperand() const { return element.getArgNumber() / 2; }

  Type getElementType() const { return element.getType(); }

  /// Whether it is the first element that stands on the right.
  bool isSwapped() const { return element.getArgNumber() % 2 != 0; }

  /// Whether elements themselves are compared.
  bool isElement() const { return value == element; }

  /// The keys of the elements of `tensor`.
  Value build(ImplicitLocOpBuilder &b, Value tensor) const;

private:
  SortKey(BlockArgument element, Value value)
      : element(element), value(value) {}

  /// On the left side.
  BlockArgument element;
  Value value;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_SORTKEY_H
