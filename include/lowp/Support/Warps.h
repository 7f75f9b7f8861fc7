//===- Warps.h - Threads that run together ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These are no facts of a chip: CUDA promises the size of a warp and the
// largest CTA, and PTX the size of a warpgroup, on every chip.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_WARPS_H
#define LOWP_SUPPORT_WARPS_H

#include <cstdint>

namespace mlir::lowp {

/// Threads of a warp: its lanes.
inline constexpr int64_t kWarpSize = 32;
/// Warps that multiply together by wgmma.
inline constexpr int64_t kWarpsPerWarpgroup = 4;
/// Threads of a warpgroup.
inline constexpr int64_t kWarpgroupSize = kWarpsPerWarpgroup * kWarpSize;
/// Warps of the largest CTA.
inline constexpr int64_t kMaxWarps = 32;

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_WARPS_H
