//===- ElementwiseOps.h - What ops do to each element -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_ELEMENTWISEOPS_H
#define LOWP_GRAPH_ANALYSIS_ELEMENTWISEOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether `op` computes each element of its only result from elements of its
/// operands, in the order of loops.
bool isElementwiseOp(linalg::LinalgOp op);

/// Whether `op` reduces some of its loops, and its only result has the others.
bool isReduction(linalg::LinalgOp op);

/// Whether `map` has an element for each point of loops of `sizes`.
bool hasAllPoints(AffineMap map, ArrayRef<int64_t> sizes);

/// The reduction loop of `op`, which has one.
unsigned getReductionLoop(linalg::LinalgOp op);

/// The op of a reduction's body that combines, and the value it combines with.
struct RowReduction {
  Operation *combiner = nullptr;
  Value element;
};
/// That of each result of `op`; none if something is not combined by one op.
SmallVector<RowReduction> matchRowReductions(linalg::LinalgOp op);
/// That of the only result of `op`.
RowReduction matchRowReduction(linalg::LinalgOp op);

/// Whether `op`, of the body of a linalg op, takes several times as long as a
/// product: a division, or a function that is no product of a few.
bool isSlowFunction(Operation &op);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_ELEMENTWISEOPS_H
