//===- TMTensorToLinalg.cpp - Operations of torch-mlir --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/TMTensorToLinalg/TMTensorToLinalg.h"

#include "Lowerings.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTTMTENSORTOLINALGPASS
#include "lowp/Conversion/TMTensorToLinalg/TMTensorToLinalg.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

using Lowering = LogicalResult (*)(Operation *);

static Lowering findLowering(Operation *op) {
  return llvm::StringSwitch<Lowering>(op->getName().getStringRef())
      .Case("tm_tensor.scan", lowerScan)
      .Case("tm_tensor.scatter", lowerScatter)
      .Case("tm_tensor.sort", lowerSort)
      .Case("tm_tensor.topk", lowerTopk)
      .Case("tm_tensor.attention", lowerAttention)
      .Default(nullptr);
}

namespace {
struct ConvertTMTensorToLinalgPass
    : lowp::impl::ConvertTMTensorToLinalgPassBase<ConvertTMTensorToLinalgPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (findLowering(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (failed(findLowering(op)(op)))
        return signalPassFailure();
  }
};
} // namespace
