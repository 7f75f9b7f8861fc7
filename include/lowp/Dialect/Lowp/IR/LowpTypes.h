//===- LowpTypes.h - Types of the lowp dialect ------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPTYPES_H
#define LOWP_DIALECT_LOWP_IR_LOWPTYPES_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Interfaces/StorageDigits.h"
#include "mlir/IR/BuiltinTypes.h"

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpTypes.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_LOWPTYPES_H
