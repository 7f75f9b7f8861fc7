//===- Accumulation.h - What products are added to --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_ACCUMULATION_H
#define LOWP_GRAPH_ANALYSIS_ACCUMULATION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether a kernel adds products to `accumulator` where it lies: sums in f32
/// that are there as they are, or the number of a call. A bias that is repeated
/// for each row, a known number and what was widened are read after the
/// product.
bool isSummedInPlace(Value accumulator);

/// `product`, a tensor of f32, plus `accumulator`, in f32 and rounded once to
/// the elements of the latter: an operation that an epilogue computes.
Value addAccumulator(OpBuilder &builder, Location loc, Value product,
                     Value accumulator);

/// The fill that `tensor` is, or repeats, with a number that only a call knows;
/// null if it is something else.
linalg::FillOp getFillOfCall(Value tensor);

/// A tensor of f32, of the sizes of `like`, that is all the number of `fill`.
Value widenFill(OpBuilder &builder, linalg::FillOp fill, Value like);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_ACCUMULATION_H
