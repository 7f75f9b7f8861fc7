//===- TMTensor.h - What torch-mlir writes beside linalg --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_TMTENSOR_TMTENSOR_H
#define LOWP_FRONTEND_TMTENSOR_TMTENSOR_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "lowp/FrontEnd/TMTensor/TMTensorDialect.h.inc"

#define GET_OP_CLASSES
#include "lowp/FrontEnd/TMTensor/TMTensorOps.h.inc"

#endif // LOWP_FRONTEND_TMTENSOR_TMTENSOR_H
