//===- Passes.h - How kernels are launched ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES_H
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp_gpu {

#define GEN_PASS_DECL
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES_H
