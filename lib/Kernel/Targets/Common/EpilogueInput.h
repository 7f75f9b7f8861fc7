//===- EpilogueInput.h - What an epilogue reads besides sums ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEINPUT_H
#define LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEINPUT_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

namespace mlir::lowp_gpu {

/// The elements of one input of an epilogue at the places of a thread's
/// registers, read from global memory. Registers are asked for in their order.
class EpilogueInput {
public:
  /// Input `index` of `op`, whose warpgroups along N begin `groupStride`
  /// columns apart.
  EpilogueInput(DeviceBuilder &builder, const KernelFrame &frame,
                FragmentLayout layout, EpilogueOp op,
                EpilogueOp::Adaptor adaptor, unsigned index,
                int64_t groupStride);
  /// The element at register `reg` of all N subtiles.
  Value load(int64_t reg);

private:
  void locateRows(const KernelFrame &frame, EpilogueOp::Adaptor adaptor,
                  Value base);
  void locateColumn(const KernelFrame &frame, EpilogueOp::Adaptor adaptor,
                    int64_t groupStride);
  Value loadVector(Value row, int64_t inRow);
  bool loadsVectors() const;
  /// Neighbouring columns that are read together.
  int64_t getWidth() const;
  Value clampColumn(Value first, int64_t count);
  /// Elements between neighbours along dimension `dim` of the output; 0 for a
  /// dimension that the input does not have.
  int64_t getStride(unsigned dim) const;

  DeviceBuilder &builder;
  FragmentLayout layout;
  MemRefType type;
  AffineMap map;
  /// Where the thread's rows begin.
  SmallVector<Value> rows;
  /// The first column of this thread.
  Value column;
  /// The last column of the output; none if no tile reaches beyond.
  std::optional<int64_t> lastColumn;
  /// Whether the last columns are fewer than are read together.
  bool hasRest = false;
  /// What was read last of each row: one element, or the columns that begin
  /// `cachedColumn` after the thread's first.
  SmallVector<Value> cached;
  int64_t cachedColumn = -1;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_COMMON_EPILOGUEINPUT_H
