//===- KGroupOps.h - Tiles of groups of K -----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_KGROUPOPS_H
#define LOWP_DIALECT_LOWPGPU_IR_KGROUPOPS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

#define GET_OP_CLASSES
#include "lowp/Dialect/LowpGPU/IR/KGroupOps.h.inc"

#endif // LOWP_DIALECT_LOWPGPU_IR_KGROUPOPS_H
