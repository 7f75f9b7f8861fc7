//===- ReadScalars.h - Scalars that tensors hold ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program for a GPU has its tensors there: host code cannot read the seed,
// say, that a tensor of one element holds. Its users read it instead.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_READSCALARS_H
#define LOWP_DIALECT_LOWP_IR_READSCALARS_H

#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Whether `op` makes a scalar of scalars, or reads one of a tensor.
bool computesScalar(Operation *op);

/// Whether `value` is a scalar that depends on what a tensor holds.
bool isReadFromTensor(Value value);

/// The same scalar as `value`: read anew where it comes from a tensor.
Value rereadScalar(OpBuilder &builder, Value value);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_READSCALARS_H
