//===- Steps.h - Steps of the passes of this folder -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_STEPS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_STEPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"

namespace mlir::lowp {

/// Launches one of equal kernels.
void shareKernels(ModuleOp op);

/// Calls kernels what profilers are to show.
void nameKernels(ModuleOp op);

/// Starts generic kernels while the kernel before them ends.
void overlapLaunches(gpu::GPUModuleOp op);

/// Makes shared memory whose size a launch says external.
void externSharedMemory(gpu::GPUModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_STEPS_H
