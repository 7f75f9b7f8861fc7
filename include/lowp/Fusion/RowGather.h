//===- RowGather.h - Rows that are read at computed numbers -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_ROWGATHER_H
#define LOWP_FUSION_ROWGATHER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

/// Reads of rows at numbers that the body computes from elements of its inputs,
/// and of numbers that are the same along a row.
struct RowGather {
  /// In the order of the body.
  SmallVector<tensor::ExtractOp> reads;
  /// The loop along the rows.
  unsigned column = 0;
  explicit operator bool() const { return !reads.empty(); }
  /// Whether `read`, one of them, takes an element for each column.
  bool isAlongRow(tensor::ExtractOp read) const;

  /// Returns the gather of `op`, if it does nothing but that and arithmetic.
  static RowGather match(linalg::LinalgOp op);
};

} // namespace mlir::lowp

#endif // LOWP_FUSION_ROWGATHER_H
