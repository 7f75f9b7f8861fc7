//===- LowpOps.cpp - Operations of the lowp dialect -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tablegen writes; verifiers and folds are in the files of the families:
// QuantizeOps, TensorOps, LayoutOps, MatmulOps.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

#define GET_OP_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpOps.cpp.inc"
