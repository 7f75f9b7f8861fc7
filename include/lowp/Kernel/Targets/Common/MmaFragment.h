//===- MmaFragment.h - Sums of warps that multiply --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_MMAFRAGMENT_H
#define LOWP_KERNEL_TARGETS_COMMON_MMAFRAGMENT_H

#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

namespace mlir::lowp_gpu {

/// The sums of wgmma, and of mma.sync where the warps of a warpgroup divide its
/// rows: 64 rows per warpgroup, 16 per warp. Register r of a thread holds row
/// `lane / 4 + 8 * (r / 2 % 2)` of the warp's rows and column
/// `8 * (r / 4) + 2 * (lane % 4) + r % 2`.
struct MmaFragment {
  static constexpr FragmentLayout kLayout{/*lanesPerRow=*/4,
                                          /*rowsPerLane=*/2};
  static constexpr int64_t kRows = kLayout.getGroupRows();
  static constexpr int64_t kChunkColumns = FragmentLayout::kChunkColumns;
  static constexpr int64_t kRegistersPerChunk = kLayout.getRegistersPerChunk();
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_MMAFRAGMENT_H
