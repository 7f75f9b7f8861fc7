//===- NVGPUToLLVM.h - Copies of threads in NVVM ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_INITALL_NVGPUTOLLVM_H
#define LOWP_LIB_INITALL_NVGPUTOLLVM_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::lowp {

/// Lets `convert-gpu-to-nvvm` lower copies of threads from global to shared
/// memory, by the patterns of `convert-nvgpu-to-nvvm`.
void registerConvertNVGPUToLLVMInterface(DialectRegistry &registry);

} // namespace mlir::lowp

#endif // LOWP_LIB_INITALL_NVGPUTOLLVM_H
