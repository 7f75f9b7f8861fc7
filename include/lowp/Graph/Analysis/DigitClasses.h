//===- DigitClasses.h - Classes of dimensions that are divided --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_DIGITCLASSES_H
#define LOWP_GRAPH_ANALYSIS_DIGITCLASSES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp {

/// Classes of nodes of one size each. A class may consist of digits, which are
/// classes, the slowest first; where it is joined with one of others, both get
/// the digits that they have in common. One of size 1 has none.
class DigitClasses {
public:
  explicit DigitClasses(ArrayRef<int64_t> sizes);

  /// Makes `first` and `second` one class; false where their sizes or digits do
  /// not allow it.
  bool join(unsigned first, unsigned second);
  /// Lets the class of `node` consist of `digits`, of known sizes; false where
  /// it cannot.
  bool divide(unsigned node, ArrayRef<unsigned> digits);
  /// Joins two lists of digits, of as many points.
  bool joinLists(ArrayRef<unsigned> first, ArrayRef<unsigned> second);

  /// What `nodes` consist of, one after the other: classes without digits.
  SmallVector<unsigned> getDigits(ArrayRef<unsigned> nodes) const;
  int64_t getSize(unsigned node) const { return sizes[find(node)]; }
  /// Whether `digits` have as many points as `others`, and the last of them as
  /// many as the last `columnDigits` of these; false for unknown sizes.
  bool haveSameTiles(ArrayRef<unsigned> digits, ArrayRef<unsigned> others,
                     unsigned columnDigits) const;

private:
  unsigned find(unsigned node) const;
  void addDigits(unsigned node, SmallVectorImpl<unsigned> &digits) const;
  int64_t countPoints(ArrayRef<unsigned> digits) const;
  /// Lets `node` be digits of which the last is `low`; returns the other.
  unsigned takeLow(unsigned node, unsigned low);

  /// For each node another one of its class; itself for the one that has the
  /// size and the digits of the class.
  SmallVector<unsigned> links;
  SmallVector<int64_t> sizes;
  SmallVector<SmallVector<unsigned, 2>> digitsOf;
};

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_DIGITCLASSES_H
