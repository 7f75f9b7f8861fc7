//===- ResultOrder.h - The order of a contraction's result ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_RESULTORDER_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_RESULTORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Loops of `maps` of one kind (batch, M, N or K), where there are several that
/// lie beside each other, in one order, in all tensors.
SmallVector<ReassociationIndices> findMergeable(ArrayRef<AffineMap> maps);

/// Whether all loops of one kind do.
bool areMergeable(ArrayRef<AffineMap> maps);

/// The sums of `op` with dimension `order[i]` of its result as i.
linalg::GenericOp buildOrderedSum(OpBuilder &builder, linalg::LinalgOp op,
                                  ArrayRef<int64_t> order);

/// Computes the result of `op` in such an order, and transposes it afterwards.
/// Returns the contraction that is left in place of `op`.
linalg::GenericOp orderResult(RewriterBase &rewriter, linalg::LinalgOp op,
                              ArrayRef<int64_t> order);

/// Computes the result of `op` in the order of its operands where dimensions
/// can be merged only then: a projection whose result is divided into heads,
/// heads before tokens. Returns the contraction that is left in place of `op`.
linalg::GenericOp orderResult(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_RESULTORDER_H
