//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_STEPS_H
#define LOWP_LIB_FUSION_STEPS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Puts memory-bound ops that share an iteration space into one op; rows have
/// at most `maxRow` elements.
void groupOperations(Operation *op, int64_t maxRow);

/// Computes results of fusions again where they are read.
void recomputeResults(Operation *op);

/// Makes fusions that read the same tiles or rows one.
void mergeFusions(Operation *op);

/// Lets what quantizes store each scale as often as matrix instructions read
/// it.
void repeatScales(Operation *op);

/// Moves the region of each fusion into a function.
void outlineFusions(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_STEPS_H
