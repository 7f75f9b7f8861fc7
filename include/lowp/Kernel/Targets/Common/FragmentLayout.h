//===- FragmentLayout.h - Which elements a thread holds ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_FRAGMENTLAYOUT_H
#define LOWP_KERNEL_TARGETS_COMMON_FRAGMENTLAYOUT_H

#include "lowp/Kernel/Gemm/KernelFrame.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "lowp/Support/Warps.h"

#include <algorithm>

namespace mlir::lowp_gpu {

/// How the threads of a warpgroup hold its rows and columns in registers. Warps
/// divide the rows. `lanesPerRow` lanes, 1, 2 or 4, divide every 8 columns, a
/// chunk: each holds neighbours in `rowsPerLane` rows. Registers go through a
/// lane's columns of a row, then its rows of a chunk, then chunks.
class FragmentLayout {
public:
  static constexpr int64_t kChunkColumns = 8;

  constexpr FragmentLayout(int64_t lanesPerRow, int64_t rowsPerLane)
      : lanesPerRow(lanesPerRow), rowsPerLane(rowsPerLane) {}

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  constexpr int64_t getRowsPerLane() const { return rowsPerLane; }
  constexpr int64_t getWarpRows() const {
    return getRowDistance() * rowsPerLane;
  }
  constexpr int64_t getGroupRows() const {
    return getWarpRows() * lowp::kWarpsPerWarpgroup;
  }
  /// Rows from one of a lane's rows to the next.
  constexpr int64_t getRowDistance() const {
    return lowp::kWarpSize / lanesPerRow;
  }
  /// Columns of a chunk that a lane holds, which are neighbours.
  constexpr int64_t getLaneColumns() const {
    return kChunkColumns / lanesPerRow;
  }
  /// Registers of 32 bits for a chunk, an element each.
  constexpr int64_t getRegistersPerChunk() const {
    return getLaneColumns() * rowsPerLane;
  }
  constexpr int64_t countRegisters(int64_t columns) const {
    return columns / kChunkColumns * getRegistersPerChunk();
  }
  /// The most of a lane's neighbouring columns that one access of memory takes.
  constexpr int64_t getVectorColumns(int64_t elementBytes) const {
    constexpr int64_t kWidestAccess = 16;
    return std::min(getLaneColumns(), kWidestAccess / elementBytes);
  }
  /// Whether `stmatrix` takes a warp's fragment of 16-bit elements: matrices of
  /// 8 x 8, a row of which four lanes hold, and two of which lie one below the
  /// other.
  constexpr bool isOfMatrices() const {
    return lanesPerRow == 4 && rowsPerLane == 2;
  }

  /// Whether each lane holds whole rows.
  constexpr bool holdsRows() const { return lanesPerRow == 1; }

  //===--------------------------------------------------------------------===//
  // Places of registers
  //===--------------------------------------------------------------------===//

  constexpr int64_t getChunk(int64_t reg) const {
    return reg / getRegistersPerChunk();
  }
  /// Which of the lane's rows register `reg` is of.
  constexpr int64_t getRowOfLane(int64_t reg) const {
    return reg / getLaneColumns() % rowsPerLane;
  }
  /// Columns from the lane's first one to that of register `reg`.
  constexpr int64_t getColumn(int64_t reg) const {
    return getChunk(reg) * kChunkColumns + reg % getLaneColumns();
  }

  //===--------------------------------------------------------------------===//
  // Places of threads
  //===--------------------------------------------------------------------===//

  /// First row of this warpgroup in the tile, whose warpgroups have `tileM`
  /// rows of it each (null for all).
  Value groupRow(DeviceBuilder &builder, const KernelFrame &frame,
                 Value tileM) const;
  /// First row of this warp in its warpgroup.
  Value warpRow(DeviceBuilder &builder, const KernelFrame &frame) const;
  /// First row of this lane in its warp.
  Value laneRow(DeviceBuilder &builder, const KernelFrame &frame) const;
  /// Which of the lanes that share a row this is.
  Value laneInRow(DeviceBuilder &builder, const KernelFrame &frame) const;
  /// First row of this thread in the tile of all warpgroups.
  Value firstRow(DeviceBuilder &builder, const KernelFrame &frame,
                 Value tileM) const;
  /// First column of this warpgroup, whose warpgroups begin `stride` columns
  /// apart if they divide columns.
  Value groupColumn(DeviceBuilder &builder, const KernelFrame &frame,
                    int64_t stride) const;
  /// First column of this thread in each chunk of its warpgroup.
  Value firstColumn(DeviceBuilder &builder, const KernelFrame &frame) const;

private:
  int64_t lanesPerRow;
  int64_t rowsPerLane;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_FRAGMENTLAYOUT_H
