//===- LowpGPUOps.cpp - Generated definitions of lowp_gpu operations ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The hand-written parts live by family beside this file; only the generated
// definitions are compiled here, once.

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

#define GET_OP_CLASSES
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.cpp.inc"
