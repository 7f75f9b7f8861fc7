//===- EpiloguePanels.h - A matrix that an epilogue reads -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEPANELS_H
#define LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEPANELS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// The elements of the panels of an epilogue at the places of a thread's
/// registers, which are asked for in their order. Lanes of a warp read eight
/// rows at a time, whose pieces the swizzle has spread over all banks.
class EpiloguePanels {
public:
  EpiloguePanels(DeviceBuilder &builder, const KernelFrame &frame,
                 EpilogueOp op, EpilogueOp::Adaptor adaptor);
  /// The element at register `reg` of all N subtiles.
  Value load(int64_t reg);

private:
  Value locateFirst(const KernelFrame &frame, Value tileM, int64_t half);
  Value loadPair(int64_t chunk, int64_t half);

  DeviceBuilder &builder;
  TileType type;
  /// The panels of this warpgroup, from left to right.
  SmallVector<Value> panels;
  /// Where this thread's elements of the first chunk lie in each, in both
  /// halves of the fragment. Null for the second if only its rows differ.
  Value first[2];
  /// What was read last: the elements of both columns, and of which registers.
  Value pair;
  int64_t pairNumber = -1;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEPANELS_H
