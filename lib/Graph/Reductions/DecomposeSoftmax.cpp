//===- DecomposeSoftmax.cpp - Softmaxes become rows of plain ops ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Reductions/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_DECOMPOSESOFTMAXPASS
#include "lowp/Graph/Reductions/Passes.h.inc"
} // namespace mlir::lowp

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

namespace {
struct DecomposeSoftmax
    : lowp::impl::DecomposeSoftmaxPassBase<DecomposeSoftmax> {
  void runOnOperation() override {
    SmallVector<linalg::SoftmaxOp> ops;
    getOperation()->walk([&](linalg::SoftmaxOp op) { ops.push_back(op); });
    for (linalg::SoftmaxOp op : ops)
      if (failed(decompose(op)))
        return signalPassFailure();
  }
};
} // namespace
