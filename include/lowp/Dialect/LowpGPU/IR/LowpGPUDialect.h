//===- LowpGPUDialect.h - The lowp_gpu dialect ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUDIALECT_H
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUDIALECT_H

#include "lowp/Interfaces/KernelTarget.h"
#include "mlir/IR/Dialect.h"

#include <memory>

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h.inc"

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUDIALECT_H
