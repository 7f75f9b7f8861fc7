//===- EpiloguePanels.h - A matrix that an epilogue reads -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEPANELS_H
#define LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEPANELS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

namespace mlir::lowp_gpu {

/// The elements of the panels of an epilogue at the places of a thread's
/// registers, which are asked for in their order. Lanes of a warp read eight
/// rows at a time or more, whose pieces the swizzle has spread over all banks.
class EpiloguePanels {
public:
  EpiloguePanels(DeviceBuilder &builder, const KernelFrame &frame,
                 FragmentLayout layout, EpilogueOp op,
                 EpilogueOp::Adaptor adaptor);
  /// The element at register `reg` of all N subtiles.
  Value load(int64_t reg);

private:
  Value locateFirst(const KernelFrame &frame, Value tileM, int64_t place);
  Value loadVector(int64_t column, int64_t place);
  int64_t elementBytes() const;
  /// Neighbouring columns that are read together.
  int64_t getWidth() const { return layout.getVectorColumns(elementBytes()); }

  DeviceBuilder &builder;
  FragmentLayout layout;
  TileType type;
  /// The panels of this warpgroup, from left to right.
  SmallVector<Value> panels;
  /// Where this thread's first elements of each of its rows lie in a panel; of
  /// the first row alone if the others lie as far from it as their rows.
  SmallVector<Value> first;
  /// What was read last, and the number of the vector.
  Value vector;
  int64_t vectorNumber = -1;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEPANELS_H
