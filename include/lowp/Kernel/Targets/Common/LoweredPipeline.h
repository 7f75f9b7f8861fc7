//===- LoweredPipeline.h - Where a pipeline lies ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline is lowered to the address of its first stage, a stage to its
// index, a tile to its address: all i32 in shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_LOWEREDPIPELINE_H
#define LOWP_KERNEL_TARGETS_COMMON_LOWEREDPIPELINE_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// A pipeline operation with the address that its value was converted to.
struct LoweredPipeline {
  PipelineOp op;
  Value base;

  LoweredPipeline(Value pipeline, Value converted)
      : op(pipeline.getDefiningOp<PipelineOp>()), base(converted) {}

  /// Whether lanes write the stages, not copies: they all arrive then.
  bool isFilledByLanes() { return *op.getFullArrivals() > 1; }

  /// Address of a barrier: the full ones of all stages, then the empty ones.
  Value barrier(DeviceBuilder &builder, BarrierKind kind, Value index) {
    constexpr int64_t kBytes = 8;
    int64_t first = *op.getBarrierOffset() - *op.getOffset();
    if (kind == BarrierKind::Empty)
      first += kBytes * op.getPipeline().getType().getStages();
    Value address = builder.add(base, first);
    return builder.add(address, builder.multiply(index, kBytes));
  }
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_LOWEREDPIPELINE_H
