//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_STEPS_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_STEPS_H

#include "lowp/Graph/Contractions/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Turns convolutions whose windows do not overlap into contractions.
void unfoldConvolutions(Operation *op);

/// Moves constant factors of operands to the result.
void extractConstantFactors(Operation *op);

/// Divides rows that are copied together into rows of several matrices.
void divideContractions(Operation *op);

/// Computes results of contractions as they are read, transposed.
void turnResults(Operation *op);

/// Removes batch dimensions of size 1 and repeated operands of matmuls.
void dropBatches(Operation *op);

/// Turns generics that are matmuls into linalg.matmul.
void nameMatmuls(Operation *op);

/// Rounds f32 operands of matmuls to what tensor cores multiply.
void roundMatmuls(Operation *op, F32Matmuls to);

/// Adds up sums of narrow floats in f32.
void widenSums(Operation *op);

/// Splits f32 operands beside bf16 into three of bf16.
void splitMatmuls(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_STEPS_H
