//===- Passes.h - From the ops of a CTA to threads --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES_H
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES_H

#include "mlir/Pass/Pass.h"

#include <memory>
#include <string>

namespace mlir::lowp_gpu {

#define GEN_PASS_DECL
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Dialect/LowpGPU/Transforms/CTA/Passes.h.inc"

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES_H
