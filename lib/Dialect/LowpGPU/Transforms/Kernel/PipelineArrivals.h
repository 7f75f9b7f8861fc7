//===- PipelineArrivals.h - Arrival counts of pipelines ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PIPELINEARRIVALS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PIPELINEARRIVALS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// Sets how many arrivals complete the barriers of `pipeline`, which follows
/// from the operations that use it. A pipeline that is filled or drained by no
/// role or by several is a diagnostic.
LogicalResult setArrivals(PipelineOp pipeline);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PIPELINEARRIVALS_H
