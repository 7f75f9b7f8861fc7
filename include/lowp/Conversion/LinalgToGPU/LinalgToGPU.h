//===- LinalgToGPU.h - Generic GPU kernels ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU_H
#define LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {

#define GEN_PASS_DECL
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/LinalgToGPU/LinalgToGPU.h.inc"

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU_H
