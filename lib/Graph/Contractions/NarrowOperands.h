//===- NarrowOperands.h - Matmuls of widened elements -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_NARROWOPERANDS_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_NARROWOPERANDS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Gives `op`, a sum of products, its operands of 16 bits where both are
/// widened to f32 before it: its body widens them as well.
void readNarrowOperands(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_NARROWOPERANDS_H
