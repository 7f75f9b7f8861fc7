//===- Util.h - Functions and barriers that IREE writes ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_IREE_UTIL_H
#define LOWP_FRONTEND_IREE_UTIL_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "lowp/FrontEnd/IREE/UtilDialect.h.inc"

#define GET_OP_CLASSES
#include "lowp/FrontEnd/IREE/UtilOps.h.inc"

#endif // LOWP_FRONTEND_IREE_UTIL_H
