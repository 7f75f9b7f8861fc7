//===- DecomposeSoftmax.cpp - Softmaxes become rows of plain ops ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_DECOMPOSESOFTMAXPASS
#include "lowp/Dialect/Lowp/Transforms/LowpPasses.h.inc"
} // namespace mlir::lowp

using namespace mlir;

namespace {
struct DecomposeSoftmax
    : lowp::impl::DecomposeSoftmaxPassBase<DecomposeSoftmax> {
  void runOnOperation() override {
    SmallVector<linalg::SoftmaxOp> ops;
    getOperation()->walk([&](linalg::SoftmaxOp op) {
      if (op->getNumResults() == 1 &&
          isa<FloatType>(getElementTypeOrSelf(op.getInputOperandType())))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::SoftmaxOp op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
      if (succeeded(parts))
        rewriter.replaceOp(op, *parts);
    }
  }
};
} // namespace
