//===- Passes.h - Passes on lowp_gpu kernels --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PASSES_H
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp_gpu {

#define GEN_PASS_DECL
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PASSES_H
