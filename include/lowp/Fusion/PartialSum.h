//===- PartialSum.h - Sums over parts of a matrix's rows --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a bias is the sum of all rows of a matrix that is quantized,
// too. A tile of a fusion cannot have that sum, but it has that of its rows.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_PARTIALSUM_H
#define LOWP_FUSION_PARTIALSUM_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

/// Sums in f32 of each column of `matrix`, of static shape, over parts of
/// `rows` rows: an operation that adds up what an expand_shape divides so.
struct PartialSum {
  Value matrix;
  int64_t rows = 0;
  /// Whether the number of the part is the first dimension of the result.
  bool partFirst = false;

  explicit operator bool() const { return rows != 0; }
};
PartialSum matchPartialSum(Operation *op);

/// Whether `reshape` only divides rows for such sums.
bool dividesForPartialSums(Operation *reshape);

/// Lets `op`, if it adds up parts of rows, read the matrix as quantizes read
/// it, where it is the same through reshapes.
void readPartsOfQuantized(linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_FUSION_PARTIALSUM_H
