//===- ContractionBody.h - Operands that a body computes --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_CONTRACTIONBODY_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_CONTRACTIONBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Takes what computes the factors of a contraction's products out of its body,
/// where a front end's fusion has put it.
void splitBody(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_CONTRACTIONBODY_H
