//===- ExpectedBytes.h - Bytes that barriers expect -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_EXPECTEDBYTES_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_EXPECTEDBYTES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {

/// Announces what the copies into the stage, whose full barrier is in `place`,
/// will write, if there are any. Only the rows that arrive count in a field
/// that is loaded in part.
void expectBytes(ImplicitLocOpBuilder &builder, AcquireOp op, Value index,
                 ArrivalPlace place);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_EXPECTEDBYTES_H
