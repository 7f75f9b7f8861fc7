//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_ARITH_STEPS_H
#define LOWP_LIB_ARITH_STEPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// The named operation (linalg.matmul, ...) in whose body `op` is, which is not
/// ours to change; null if it is in no such body.
Operation *getNamedOp(Operation *op);

/// Guards casts of small floats against wrong folds.
void guardFloatCasts(Operation *op);

/// Computes in f32 where operands are smaller floats.
LogicalResult emulateSmallFloats(Operation *op, bool include16Bit);

/// Writes casts to and from small floats with integer arithmetic.
LogicalResult expandFloatCasts(Operation *op, bool include16Bit);

/// Replaces floats of 4 and 6 bits in kernels by bytes.
LogicalResult smallFloatsToBytes(gpu::GPUModuleOp op);

/// Expands integer divisions to truncating ones with a result for each divisor.
LogicalResult expandIntegerDivisions(Operation *op);

/// Replaces small floats in the llvm dialect by integers.
LogicalResult smallFloatsToIntegers(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_ARITH_STEPS_H
