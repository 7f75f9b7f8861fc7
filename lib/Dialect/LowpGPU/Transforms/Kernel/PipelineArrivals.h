//===- PipelineArrivals.h - Arrivals at barriers ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PIPELINEARRIVALS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PIPELINEARRIVALS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

namespace mlir::lowp_gpu {

/// The arrivals at the barriers of a pipeline's stages.
struct PipelineArrivals {
  /// When a stage is full: copies, lanes or products.
  Arrival full;
  /// When it is empty: warps, lanes or products.
  Arrival empty;
  /// Whose barriers are arrived at where the leader of a pair of CTAs runs one
  /// side of the pipeline for both.
  ArrivalPlace fullPlace = ArrivalPlace::Own;
  ArrivalPlace emptyPlace = ArrivalPlace::Own;
};

/// What the operations on the stages of `pipeline` tell of their arrivals. What
/// closing operations state of them has to be the same.
PipelineArrivals inferArrivals(PipelineOp pipeline);

/// Sets how many arrivals complete the barriers of `pipeline`, and returns
/// whose. A pipeline that is filled or drained by no role or by several is a
/// diagnostic.
FailureOr<PipelineArrivals> setArrivals(PipelineOp pipeline);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PIPELINEARRIVALS_H
