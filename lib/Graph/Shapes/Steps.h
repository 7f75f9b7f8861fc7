//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SHAPES_STEPS_H
#define LOWP_LIB_GRAPH_SHAPES_STEPS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::lowp {

/// Writes views as upstream's patterns understand them.
void guardViews(Operation *op);

/// Drops dimensions of size 1 that some tensors of an op lack.
LogicalResult dropUnitDims(Operation *op);

/// Turns reshapes that keep what dimensions are into views. `run` runs passes
/// on `op`.
LogicalResult
simplifyReshapes(Operation *op,
                 llvm::function_ref<LogicalResult(OpPassManager &)> run);

/// Merges sizes that are checked to be equal.
void mergeSizes(Operation *op);

/// Computes on the rows of all sequences of a batch at once.
LogicalResult collapseRows(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SHAPES_STEPS_H
