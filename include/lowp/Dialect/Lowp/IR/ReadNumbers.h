//===- ReadNumbers.h - Numbers that tensors hold ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program for a GPU has its tensors there: host code cannot read the seed,
// say, that a tensor of one element holds. Who uses the number reads it
// instead.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_READNUMBERS_H
#define LOWP_DIALECT_LOWP_IR_READNUMBERS_H

#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Whether `op` makes a number of numbers, or reads one of a tensor.
bool computesNumber(Operation *op);

/// Whether `value` is a number that depends on what a tensor holds.
bool isReadFromTensor(Value value);

/// The same number as `value`: read anew where it comes from a tensor.
Value rereadNumber(OpBuilder &builder, Value value);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_READNUMBERS_H
