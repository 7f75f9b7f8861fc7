//===- HadamardOp.cpp - Random Hadamard transform -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpBytecode.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult HadamardOp::verify() {
  // hadamard-C1.
  if (getAxis() > 1)
    return emitOpError() << "expected 'axis' to be 0 or 1, got "
                         << int64_t(getAxis());
  // hadamard-C3.
  uint64_t size = getSize();
  if (size < 2 || size > 32 || !llvm::isPowerOf2_64(size))
    return emitOpError() << "expected 'size' to be 2, 4, 8, 16 or 32, got "
                         << int64_t(size);
  // hadamard-C2.
  if (getSigns() >> size)
    return emitOpError() << "expected 'signs' to be a mask of " << size
                         << " bits, got " << int64_t(getSigns());
  return success();
}

LogicalResult HadamardOp::readProperties(DialectBytecodeReader &reader,
                                         OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  if (failed(reader.readAttribute(properties.axis)) ||
      failed(reader.readAttribute(properties.signs)))
    return failure();
  if (getBytecodeVersion(reader) >= 1)
    return reader.readAttribute(properties.size);
  properties.size = Builder(reader.getContext()).getI64IntegerAttr(16);
  return success();
}

void HadamardOp::writeProperties(DialectBytecodeWriter &writer) {
  writer.writeAttribute(getAxisAttr());
  writer.writeAttribute(getSignsAttr());
  writer.writeAttribute(getSizeAttr());
}

LogicalResult
HadamardOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, getLoc(), getInput()));
  return success();
}
