//===- JoinLoops.h - Neighbouring loops as one ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_JOINLOOPS_H
#define LOWP_GRAPH_ANALYSIS_JOINLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Says sizes of `op` that its type does not know as values, not as constants:
/// upstream's patterns look for a value of each. Fails if nothing is to change.
LogicalResult sayUnknownSizes(RewriterBase &rewriter, tensor::ExpandShapeOp op);

/// Makes one loop of each of `groups`, which all tensors of `op` have in this
/// order. Returns what is left in place of `op`: itself where this fails.
linalg::GenericOp joinLoops(RewriterBase &rewriter, linalg::GenericOp op,
                            ArrayRef<ReassociationIndices> groups);

/// `op` without those of `loops` that have one point, and without dimensions of
/// size 1 that no other loop is along; `op` itself where it has none.
linalg::GenericOp dropUnitLoops(RewriterBase &rewriter, linalg::GenericOp op,
                                ArrayRef<unsigned> loops);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_JOINLOOPS_H
