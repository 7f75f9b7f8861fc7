//===- GroupOps.cpp - Tiles of groups of rows -----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

LogicalResult GroupTableOp::verify() {
  MemRefType numbers = getNumbers().getType();
  if (numbers.getRank() != 1 || !numbers.getLayout().isIdentity())
    return emitOpError("expected a vector of numbers without gaps, got ")
           << numbers;
  if (!numbers.isDynamicDim(0) && numbers.getDimSize(0) > int64_t(getMost()))
    return emitOpError("expected at most ")
           << getMost() << " numbers, as 'most' says, got " << numbers;
  return success();
}
