//===- FusionToGPU.h - Plain GPU kernels ------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_FUSIONTOGPU_FUSIONTOGPU_H
#define LOWP_CONVERSION_FUSIONTOGPU_FUSIONTOGPU_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {

#define GEN_PASS_DECL
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/FusionToGPU/FusionToGPU.h.inc"

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_FUSIONTOGPU_FUSIONTOGPU_H
