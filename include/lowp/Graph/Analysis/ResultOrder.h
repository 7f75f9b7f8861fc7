//===- ResultOrder.h - The order of a contraction's result ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_RESULTORDER_H
#define LOWP_GRAPH_ANALYSIS_RESULTORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether the dimensions of `maps` that are of one kind (batch, M, N or K) lie
/// beside each other, in one order, in all tensors.
bool areMergeable(ArrayRef<AffineMap> maps);

/// Computes the result of `op` in the order of its operands, and transposes it
/// afterwards, where dimensions can be merged only then: a projection whose
/// result is divided into heads, heads before tokens. Returns the contraction
/// that is left in place of `op`.
linalg::GenericOp orderResult(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_RESULTORDER_H
