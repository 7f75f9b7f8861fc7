//===- KeptScales.h - Bits of words of scales that count --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_KEPTSCALES_H
#define LOWP_KERNEL_TARGETS_COMMON_KEPTSCALES_H

#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// Whether not all four scales of a word are among the first `count`.
Value isShortOfScales(DeviceBuilder &builder, Value count);

/// The bits of a word of four scales of which the first `count` count.
Value buildKeptBits(DeviceBuilder &builder, Value count);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_KEPTSCALES_H
