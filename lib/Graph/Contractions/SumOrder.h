//===- SumOrder.h - The order in which products are added up ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_SUMORDER_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_SUMORDER_H

#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// `tensor` with the dimensions of `loops` side by side, in this order, where
/// the last of them is: a copy unless they lie so.
MappedTensor putSideBySide(OpBuilder &builder, Location loc,
                           MappedTensor tensor, ArrayRef<unsigned> loops);

/// Copies operands of `op` in which the loops of its sum have another order
/// than in the largest one, or lie apart: they are one dimension of K then.
void orderSum(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_SUMORDER_H
