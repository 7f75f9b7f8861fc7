//===- FrontEndToLinalg.cpp - Operations of torch-mlir and IREE -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h"

#include "Lowerings.h"
#include "ScaledOperands.h"
#include "ScalingCasts.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTFRONTENDTOLINALGPASS
#include "lowp/FrontEnd/ToLinalg/FrontEndToLinalg.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

using Lowering = LogicalResult (*)(Operation *);

static LogicalResult lowerTorchScatter(Operation *op) {
  return lowerScatter(op, IndexRule::Torch);
}

static LogicalResult lowerJaxScatter(Operation *op) {
  return lowerScatter(op, IndexRule::JAX);
}

/// An identity: what is computed again after it may be computed once.
static LogicalResult lowerBarrier(Operation *op) {
  op->replaceAllUsesWith(op->getOperands());
  op->erase();
  return success();
}

static Lowering findLowering(Operation *op) {
  return llvm::StringSwitch<Lowering>(op->getName().getStringRef())
      .Cases({"tm_tensor.scan", "iree_linalg_ext.scan"}, lowerScan)
      .Case("tm_tensor.scatter", lowerTorchScatter)
      .Case("iree_linalg_ext.scatter", lowerJaxScatter)
      .Cases({"tm_tensor.sort", "iree_linalg_ext.sort"}, lowerSort)
      .Cases({"tm_tensor.topk", "iree_linalg_ext.topk"}, lowerTopk)
      .Case("tm_tensor.attention", lowerAttention)
      .Case("util.optimization_barrier", lowerBarrier)
      .Default(nullptr);
}

static bool isScatterByName(Operation *op) {
  Lowering lowering = findLowering(op);
  return lowering == lowerTorchScatter || lowering == lowerJaxScatter;
}

static bool isSortByName(Operation *op) {
  return findLowering(op) == lowerSort;
}

namespace {
struct ConvertFrontEndToLinalgPass
    : lowp::impl::ConvertFrontEndToLinalgPassBase<ConvertFrontEndToLinalgPass> {
  using ConvertFrontEndToLinalgPassBase::ConvertFrontEndToLinalgPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (findLowering(op))
        ops.push_back(op);
    });
    if (failed(orderIds(ops)))
      return signalPassFailure();
    llvm::erase_if(
        ops, [](Operation *op) { return isScatterByName(op) && countIds(op); });
    for (Operation *op : ops)
      if (failed(findLowering(op)(op)))
        return signalPassFailure();
    lowerScalingCasts();
  }

private:
  /// Takes sorts of numbers of groups out of `ops`. All are looked at first,
  /// while what has found the numbers is there.
  static LogicalResult orderIds(SmallVector<Operation *> &ops) {
    SmallVector<IdSort> sorts;
    for (Operation *op : ops)
      if (isSortByName(op)) {
        FailureOr<IdSort> sort = IdSort::get(op);
        if (failed(sort))
          return failure();
        sorts.push_back(*sort);
      }
    for (IdSort &sort : sorts) {
      Operation *op = sort.op;
      if (sort.order())
        llvm::erase(ops, op);
    }
    return success();
  }

  /// Says why `op` stays arithmetic on elements.
  static void reportKept(linalg::GenericOp op, StringRef reason) {
    remark::missed(op.getLoc(), remark::RemarkOpts::name("scaled-elements")
                                    .category("convert-front-end-to-linalg"))
        << remark::reason("multiplies elements that are scaled one by one, "
                          "without tensor cores: {0}",
                          reason);
  }

  void raise(linalg::GenericOp op) {
    std::string reason;
    if (!raiseScaledMatmul(op, {raiseProducts, forKernels}, reason) &&
        !reason.empty())
      reportKept(op, reason);
  }

  void lowerScalingCasts() {
    SmallVector<linalg::GenericOp> generics;
    SmallVector<Operation *> casts;
    getOperation()->walk([&](linalg::GenericOp op) { generics.push_back(op); });
    for (linalg::GenericOp op : generics)
      raise(op);
    raiseScaledOperands(getOperation());
    getOperation()->walk([&](Operation *op) {
      if (isa<arith::ScalingExtFOp, arith::ScalingTruncFOp>(op) &&
          hasExactScales(op))
        casts.push_back(op);
    });
    llvm::for_each(casts, expandScalingCast);
  }
};
} // namespace
