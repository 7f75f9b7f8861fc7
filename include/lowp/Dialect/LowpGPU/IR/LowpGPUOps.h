//===- LowpGPUOps.h - Operations of lowp_gpu --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPS_H
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h.inc"

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUOPS_H
