//===- MmaFragment.h - The elements a thread holds --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_MMAFRAGMENT_H
#define LOWP_KERNEL_TARGETS_COMMON_MMAFRAGMENT_H

#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// The sums of wgmma, and of mma.sync where the warps of a warpgroup divide its
/// rows: 64 rows per warpgroup, 16 per warp. Register r of
/// a thread holds row `lane / 4 + 8 * rowHalf(r)` of the warp's rows and
/// column `8 * chunk(r) + 2 * (lane % 4) + r % 2`.
struct MmaFragment {
  static constexpr int64_t kRows = 64;
  static constexpr int64_t kChunkColumns = 8;
  static constexpr int64_t kRegistersPerChunk = 4;

  static constexpr int64_t chunk(int64_t reg) {
    return reg / kRegistersPerChunk;
  }
  static constexpr int64_t rowHalf(int64_t reg) { return (reg / 2) % 2; }
  static constexpr int64_t columnInPair(int64_t reg) { return reg % 2; }

  /// First row of this warpgroup in the tile, whose warpgroups have `tileM`
  /// rows of it each (null for all).
  static Value groupRow(DeviceBuilder &builder, const KernelFrame &frame,
                        Value tileM) {
    if (frame.dividesColumns())
      return builder.constant(0);
    if (tileM)
      return builder.multiply(frame.warpgroup, tileM);
    return builder.multiply(frame.warpgroup, kRows);
  }
  /// First row of this thread in the tile of all warpgroups.
  static Value firstRow(DeviceBuilder &builder, const KernelFrame &frame,
                        Value tileM) {
    Value row = groupRow(builder, frame, tileM);
    row = builder.add(row, builder.shiftLeft(frame.warpInGroup, 4));
    return builder.add(row, builder.shiftRight(frame.lane, 2));
  }
  /// First column of this warpgroup, whose warpgroups begin `stride` columns
  /// apart if they divide columns.
  static Value groupColumn(DeviceBuilder &builder, const KernelFrame &frame,
                           int64_t stride) {
    if (frame.dividesColumns())
      return builder.multiply(frame.warpgroup, stride);
    return builder.constant(0);
  }
  /// First column of this thread in each chunk of its warpgroup.
  static Value firstColumn(DeviceBuilder &builder, const KernelFrame &frame) {
    return builder.shiftLeft(builder.bitAnd(frame.lane, 3), 1);
  }

  /// Where this thread's values of columns begin among the f32 at `values`, one
  /// per column, whose warpgroups along N begin `stride` columns apart.
  static Value columnAddress(DeviceBuilder &builder, const KernelFrame &frame,
                             Value values, int64_t stride) {
    Value column = builder.add(groupColumn(builder, frame, stride),
                               firstColumn(builder, frame));
    return builder.add(values, builder.shiftLeft(column, 2));
  }
  /// The values of this thread's two columns of `chunk`, from `columnAddress`.
  static Value loadColumnPair(DeviceBuilder &builder, Value address,
                              int64_t chunk) {
    constexpr int64_t kBytes = 4;
    Type pair = VectorType::get({2}, builder.getF32Type());
    return builder.loadShared(
        pair, builder.add(address, chunk * kChunkColumns * kBytes),
        /*alignment=*/2 * kBytes);
  }
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_MMAFRAGMENT_H
