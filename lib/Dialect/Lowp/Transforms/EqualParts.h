//===- EqualParts.h - Concats whose parts have one size ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_EQUALPARTS_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_EQUALPARTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Whether `op` computes each element of its only result from elements of its
/// operands, in the order of loops.
bool isElementwise(linalg::LinalgOp op);

/// Whether only elementwise ops read `op`: nobody needs all of it at once.
bool isReadByElements(Operation *op);

/// Tensors that are inserted beside each other: concats.
void populateInsertToConcatPatterns(RewritePatternSet &patterns);

/// Concats of concats: concats of equal parts.
void populateFlattenConcatPatterns(RewritePatternSet &patterns);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_EQUALPARTS_H
