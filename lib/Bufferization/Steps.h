//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_BUFFERIZATION_STEPS_H
#define LOWP_LIB_BUFFERIZATION_STEPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Gives each user of a filled tensor a fill of its own.
void duplicateFills(func::FuncOp op);

/// Hands on tensors of loops in the buffers they began with.
void tieLoopValues(Operation *op);

/// Marks the caller's tensors as read-only for bufferization.
void protectArguments(func::FuncOp op);

/// Cuts long chains of destinations.
void separateDestinations(Operation *op);

/// Keeps old values of updated arguments as long as they are read.
void keepOldValues(func::FuncOp op);

/// Computes what is stored into an argument there.
void placeUpdates(func::FuncOp op);

/// Expands views that split a dimension into several of unknown size.
void expandDynamicReshapes(Operation *op);

/// Takes buffers of results from the caller.
LogicalResult resultsToArguments(func::FuncOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_BUFFERIZATION_STEPS_H
