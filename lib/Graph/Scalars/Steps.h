//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SCALARS_STEPS_H
#define LOWP_LIB_GRAPH_SCALARS_STEPS_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Turns slices at places that lie in tensors into gathers and scatters.
void readOffsets(Operation *op);

/// Computes tensors whose elements follow from the position where they are
/// read.
LogicalResult foldPositions(Operation *op);

/// Reads elements of tensors in bodies, not on the host.
void simplifyGenerics(Operation *op);

/// Turns what a body reads at its own place into an input.
void liftReads(Operation *op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SCALARS_STEPS_H
