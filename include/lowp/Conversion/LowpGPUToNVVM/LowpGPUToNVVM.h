//===- LowpGPUToNVVM.h - The kernel level becomes NVVM ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPGPUTONVVM_LOWPGPUTONVVM_H
#define LOWP_CONVERSION_LOWPGPUTONVVM_LOWPGPUTONVVM_H

#include "mlir/Pass/Pass.h"

namespace mlir::lowp_gpu {

#define GEN_PASS_DECL
#include "lowp/Conversion/LowpGPUToNVVM/LowpGPUToNVVM.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/LowpGPUToNVVM/LowpGPUToNVVM.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_CONVERSION_LOWPGPUTONVVM_LOWPGPUTONVVM_H
