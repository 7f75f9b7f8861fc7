//===- HadamardOp.cpp - Random Hadamard transform -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult HadamardOp::verify() {
  // hadamard-C1.
  if (getAxis() > 1)
    return emitOpError() << "expected 'axis' to be 0 or 1, got "
                         << int64_t(getAxis());
  // hadamard-C2.
  if (getSigns() > 0xFFFF)
    return emitOpError() << "expected 'signs' to be a mask of 16 bits, got "
                         << int64_t(getSigns());
  return success();
}

LogicalResult
HadamardOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getInput()));
  return success();
}
