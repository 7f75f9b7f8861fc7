//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_STEPS_H
#define LOWP_LIB_MATH_STEPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Allows kernels to approximate a program's functions and divisions.
void allowApproximations(ModuleOp op);

/// Expands what convert-gpu-to-nvvm leaves to libdevice.
LogicalResult prepareGenericKernels(gpu::GPUModuleOp op);

/// Calls libm for functions whose definition loses digits.
LogicalResult callLibm(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_MATH_STEPS_H
