//===- WeightedSum.h - Sums of a matmul's weighted result -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_WEIGHTEDSUM_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_WEIGHTEDSUM_H

#include "lowp/Dialect/Lowp/Transforms/MappedTensor.h"

namespace mlir::lowp {

/// Whether `op` is the product, element by element, of its two inputs.
bool isProductOfTwo(linalg::GenericOp op);

/// Whether `op` is the first of its two inputs less the second.
bool isDifferenceOfTwo(linalg::GenericOp op);

/// Whether `op` visits all its tensors in the order of its loops.
bool readsInOrder(linalg::GenericOp op);

/// A sum along the rows of weights P times a product of matrices A B^T, where
/// another matmul multiplies P by B: sum_n P[m, n] (A B^T)[m, n] is
/// sum_k A[m, k] (P B)[m, k]. All may be batches.
struct WeightedSum {
  /// What `op` is, if it is one with more terms than two operands of the other
  /// sum have elements.
  static std::optional<WeightedSum> match(linalg::GenericOp op);

  linalg::GenericOp op;
  /// P as the sum reads it, and with elements as narrow as the matmul reads it.
  Value weights, rounded;
  /// How many products `op` adds up for a row.
  int64_t terms;
  /// A and P B, indexed by dimensions of `shape`: those of the result of `op`,
  /// and the one to add up along.
  MappedTensor rows, weighted;
  SmallVector<int64_t> shape;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_WEIGHTEDSUM_H
