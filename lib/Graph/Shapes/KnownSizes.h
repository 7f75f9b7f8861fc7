//===- KnownSizes.h - Sizes that one operand knows --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SHAPES_KNOWNSIZES_H
#define LOWP_LIB_GRAPH_SHAPES_KNOWNSIZES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Casts inputs of `op` to the sizes that another of its tensors knows: what
/// one loop runs along has one size, which the types then state everywhere.
void stateKnownSizes(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SHAPES_KNOWNSIZES_H
