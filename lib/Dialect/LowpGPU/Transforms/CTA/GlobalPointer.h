//===- GlobalPointer.h - Addresses of the device's memory -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_GLOBALPOINTER_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_GLOBALPOINTER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// A pointer to what lies `offset` bytes after the start of `buffer`, a memref
/// in global memory.
Value buildGlobalPointer(ImplicitLocOpBuilder &b, Value buffer, Value offset);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_GLOBALPOINTER_H
