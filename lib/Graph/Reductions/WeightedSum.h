//===- WeightedSum.h - Sums of a matmul's weighted result -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_WEIGHTEDSUM_H
#define LOWP_LIB_GRAPH_REDUCTIONS_WEIGHTEDSUM_H

#include "Factors.h"

namespace mlir::lowp {

/// A sum along the rows of weights P times a product of matrices A B^T, where
/// another matmul multiplies P by B: sum_n P[m, n] (A B^T)[m, n] is
/// sum_k A[m, k] (P B)[m, k]. All may be batches. What the sum multiplies by
/// may be P but for factors of rows.
struct WeightedSum {
  /// What `op`, which adds up rows of its only input, is, if it is one with
  /// more terms than two operands of the other sum have elements.
  static std::optional<WeightedSum> match(linalg::GenericOp op);

  /// The factors of rows that `value`, of the shape that `op` adds up, is P
  /// times of; nothing if it is no product of P.
  std::optional<SmallVector<Factor>> getRowsOfWeights(Value value) const;

  linalg::GenericOp op;
  /// What P is made of, and P as the matmul reads it, but in the shape that
  /// `op` adds up; null where it has that shape nowhere.
  Factors weights;
  Value operand;
  /// The factors of rows that `op` multiplies by besides P.
  SmallVector<Factor> factors;
  /// The shape of what `op` adds up.
  ArrayRef<int64_t> added;
  /// A and P B, indexed by dimensions of `shape`: those of the rows of A B^T,
  /// and the one to add up along.
  MappedTensor rows, weighted;
  SmallVector<int64_t> shape;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_WEIGHTEDSUM_H
