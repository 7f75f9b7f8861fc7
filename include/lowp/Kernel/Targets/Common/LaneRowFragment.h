//===- LaneRowFragment.h - A row of sums a lane -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_LANEROWFRAGMENT_H
#define LOWP_KERNEL_TARGETS_COMMON_LANEROWFRAGMENT_H

#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

namespace mlir::lowp_gpu {

/// Sums that a warpgroup reads from tensor memory by `tcgen05.ld` of shape
/// 32x32b: 128 rows per warpgroup, 32 per warp. Register r of a thread holds
/// row `lane` of the warp's rows and column r.
struct LaneRowFragment {
  static constexpr FragmentLayout kLayout{/*lanesPerRow=*/1,
                                          /*rowsPerLane=*/1};
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_LANEROWFRAGMENT_H
