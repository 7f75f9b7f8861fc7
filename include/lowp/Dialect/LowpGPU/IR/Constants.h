//===- Constants.h - Constants of the kernel level --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_CONSTANTS_H
#define LOWP_DIALECT_LOWPGPU_IR_CONSTANTS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// An i32 constant, the type of all sizes and positions in a kernel.
Value constantI32(ImplicitLocOpBuilder &builder, int64_t value);

/// `size / part`, of i32, rounded up.
Value createCeilDiv(ImplicitLocOpBuilder &builder, Value size, Value part);

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_IR_CONSTANTS_H
