//===- LowpDialect.h - The lowp dialect -------------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPDIALECT_H
#define LOWP_DIALECT_LOWP_IR_LOWPDIALECT_H

#include "mlir/IR/Dialect.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPDIALECT_H
