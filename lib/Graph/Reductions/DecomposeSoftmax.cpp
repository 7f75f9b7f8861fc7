//===- DecomposeSoftmax.cpp - Softmaxes become rows of plain ops ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `linalg.softmax` of floats on tensors becomes a maximum along the rows, an
// exponential, a sum and a division, which fuse with their neighbours. Both
// pipelines run it before `widen-sums`, so that the sum is one in
// f32. A softmax whose elements are no floats is an error.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

static LogicalResult decompose(linalg::SoftmaxOp op) {
  Type element = getElementTypeOrSelf(op.getInputOperandType());
  if (!isa<FloatType>(element))
    return op.emitOpError() << "expected elements of a float type, got "
                            << element << "; cast the input to a float type";
  if (op->getNumResults() != 1)
    return success();
  IRRewriter rewriter(op);
  FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
  if (succeeded(parts))
    rewriter.replaceOp(op, *parts);
  return success();
}

LogicalResult mlir::lowp::decomposeSoftmax(Operation *op) {
  SmallVector<linalg::SoftmaxOp> ops;
  op->walk([&](linalg::SoftmaxOp op) { ops.push_back(op); });
  for (linalg::SoftmaxOp op : ops)
    if (failed(decompose(op)))
      return failure();
  return success();
}
