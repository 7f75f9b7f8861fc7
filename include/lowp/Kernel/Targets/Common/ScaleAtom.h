//===- ScaleAtom.h - Scales in the order of instructions --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_SCALEATOM_H
#define LOWP_KERNEL_TARGETS_COMMON_SCALEATOM_H

#include <cstdint>

namespace mlir::lowp_gpu {

/// The atom of SwizzledAttr::getUsual in numbers, scales being bytes: row r
/// has its word of scales at kRowStride * (r % kRowsPerColumn) +
/// kWordBytes * (r / kRowsPerColumn).
struct ScaleAtom {
  static constexpr int64_t kWordBytes = 4;
  static constexpr int64_t kRowsPerColumn = 32;
  static constexpr int64_t kColumns = 4;
  static constexpr int64_t kRows = kColumns * kRowsPerColumn;
  static constexpr int64_t kRowStride = kColumns * kWordBytes;
  static constexpr int64_t kBytes = kRows * kWordBytes;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_SCALEATOM_H
