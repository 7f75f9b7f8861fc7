//===- LowpToLowpGPU.h - Gemms become kernels and launches ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU_H
#define LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU_H

#include "mlir/Pass/Pass.h"

namespace mlir::lowp_gpu {

/// The value of `expected-m` that asks for kernels for any M.
inline constexpr int64_t kAnyM = 0;

#define GEN_PASS_DECL
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/LowpToLowpGPU/LowpToLowpGPU.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU_H
