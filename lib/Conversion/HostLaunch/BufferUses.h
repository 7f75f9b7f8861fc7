//===- BufferUses.h - What shows and touches a buffer -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_BUFFERUSES_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_BUFFERUSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Value.h"

namespace mlir::lowp {

/// The buffer that `value` shows all of, without gaps; null where it shows a
/// part.
Value getWhole(Value value);

/// The buffer that `value` shows some of; null for what is no buffer.
Value getBuffer(Value value);

/// Whether all that leads to `buffer` is a view of it.
bool hasViewsAlone(Value buffer);

/// Whether `buffer` is memory that `func` may let others lie in: an allocation
/// of its block, or a result.
bool isPlanned(func::FuncOp func, Value buffer);

/// Whether nobody wants what the buffer of `output` held before a launch writes
/// it.
bool overwrites(OpOperand &output);

/// Gives each value that lies in a buffer for a time a buffer of its own.
void splitBuffers(func::FuncOp func);

/// Lets results lie over operands that nobody reads again.
void reuseOperands(func::FuncOp func);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_BUFFERUSES_H
