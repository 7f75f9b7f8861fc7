//===- StorageDigits.h - Positions as digits --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A data layout writes a position as digits, each an index of the storage. With
// tiles of 8 x 16, row i is the digits (i floordiv 8, i mod 8), of the weights
// 8 and 1. What is made of digits can be undone: the row is the sum of digits
// times weights.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_STORAGEDIGITS_H
#define LOWP_INTERFACES_STORAGEDIGITS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
namespace lowp {

/// An index of the storage: floor(position / weight), modulo count if there is
/// one. `count` is 1 for an index that is always 0, whatever else it says.
struct StorageDigit {
  /// The dimension of the position.
  unsigned dim = 0;
  int64_t weight = 1;
  /// How many values the index has; none for the slowest digit of a dimension,
  /// which has as many as the matrix is large.
  std::optional<int64_t> count;
};

using StorageDigits = SmallVector<StorageDigit>;

/// The digits that the results of `storageMap` are; failure where a result is
/// none.
FailureOr<StorageDigits> matchStorageDigits(AffineMap storageMap);

/// Whether the digits of dimension `dim` are complete: there is one of weight
/// 1, each next one weighs as much as all before have values, and the last one
/// has no bound. Then every position has a place of its own.
bool isComplete(ArrayRef<StorageDigit> digits, unsigned dim);

/// The index that the slowest digit of dimension `dim` is.
unsigned getSlowestDigit(ArrayRef<StorageDigit> digits, unsigned dim);

/// Maps the sizes of the dimensions to the shape of the storage, in which the
/// last tile is filled up.
AffineMap getStorageShapeMap(ArrayRef<StorageDigit> digits,
                             MLIRContext *context);

/// Maps the indices of a place to the position that lies there, or beyond the
/// sizes where the place is padding.
AffineMap getElementMap(ArrayRef<StorageDigit> digits, MLIRContext *context);

} // namespace lowp
} // namespace mlir

#endif // LOWP_INTERFACES_STORAGEDIGITS_H
