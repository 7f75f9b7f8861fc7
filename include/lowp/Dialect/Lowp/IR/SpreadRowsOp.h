//===- SpreadRowsOp.h - Groups that begin at multiples ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_SPREADROWSOP_H
#define LOWP_DIALECT_LOWP_IR_SPREADROWSOP_H

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h.inc"

#endif // LOWP_DIALECT_LOWP_IR_SPREADROWSOP_H
