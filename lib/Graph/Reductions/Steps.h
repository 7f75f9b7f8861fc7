//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_STEPS_H
#define LOWP_LIB_GRAPH_REDUCTIONS_STEPS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Replaces each linalg.softmax by the operations that it is made of.
LogicalResult decomposeSoftmax(Operation *op);

/// Unrolls short loops of elementwise operations.
LogicalResult unrollLoops(Operation *op);

/// Takes weighted sums of a product of matrices over fewer terms, which mode
/// `fast` allows.
void reassociateSums(Operation *op);

/// Drops loops of size 1 of reductions across rows, or makes these elementwise.
void simplifyAcrossRows(Operation *op);

/// Merges reductions across rows that read the same.
void mergeReductions(Operation *op);

/// Splits long reductions into parts that run side by side.
void splitReductions(Operation *op);

/// Unrolls sums over a few rows at computed places.
void unrollSums(Operation *op);

/// Drops results of linalg.generic that nobody reads.
LogicalResult eraseUnusedResults(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_STEPS_H
