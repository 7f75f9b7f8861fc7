//===- ColumnScales.h - The scales of a thread's columns --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_COMMON_COLUMNSCALES_H
#define LOWP_LIB_KERNEL_TARGETS_COMMON_COLUMNSCALES_H

#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

namespace mlir::lowp_gpu {

/// The f32 scales in shared memory, one per column, of the columns that a
/// thread holds.
class ColumnScales {
public:
  /// Warpgroups that divide columns have theirs `stride` columns apart.
  ColumnScales(DeviceBuilder &builder, const KernelFrame &frame,
               FragmentLayout layout, Value scales, int64_t stride);
  /// Loads those of `chunk`.
  void load(int64_t chunk);
  /// The scale of register `reg`, of a chunk that has been loaded.
  Value get(int64_t reg) const;

private:
  DeviceBuilder &builder;
  FragmentLayout layout;
  /// Where those of the first chunk begin.
  Value address;
  /// Vectors of neighbours, in the order of columns.
  SmallVector<Value> vectors;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_COMMON_COLUMNSCALES_H
