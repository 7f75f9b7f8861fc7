//===- LowpToLinalg.cpp - The reference path ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Holds only the pass; the patterns live in *Patterns.cpp.
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h"

#include "Patterns.h"
#include "lowp/Dialect/Lowp/IR/AssertOp.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_CONVERTLOWPTOLINALGPASS
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct ConvertLowpToLinalgPass
    : lowp::impl::ConvertLowpToLinalgPassBase<ConvertLowpToLinalgPass> {
  using Base::Base;

  void runOnOperation() override {
    if (!convertKernels && failed(refuseAsserts()))
      return signalPassFailure();
    ConversionTarget target(getContext());
    target.addIllegalDialect<LowpDialect>();
    target.addLegalOp<MakeScaledOp, SplitScaledOp, LaunchFusionOp,
                      CallExternalOp>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    // Outlined fusions are lowered as they are.
    target.addLegalOp<ModuleOp>();
    target.markOpRecursivelyLegal<ModuleOp>(
        [](ModuleOp module) { return bool(module->getParentOp()); });

    RewritePatternSet patterns(&getContext());
    add(patterns, lowerQuantize, lowerDequantize, lowerRelayout, lowerTranspose,
        lowerWiden, lowerHadamard, lowerAmax, lowerComputeGlobalScale,
        lowerComputeScale, lowerScaledMatmul, lowerGroupedMatmul,
        lowerGroupedScaledMatmul, lowerOrderRows, lowerRepeatRows,
        lowerSpreadRows, lowerBatchQuantize, lowerBatchDequantize,
        lowerBatchRelayout, lowerBatchWiden, lowerBatchAmax);
    if (convertKernels) {
      target.addLegalOp<AssertOp>();
      add(patterns, lowerGemm, lowerAlignedEmpty, lowerScatter,
          unformOrderRows);
    } else {
      patterns.add(formOrderRows, /*benefit=*/2);
      target.addLegalOp<GemmOp, EpilogueYieldOp, AlignedEmptyOp, ScatterOp,
                        ScatterYieldOp, LaunchOrderRowsOp>();
    }
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }

private:
  template <typename... Pattern>
  static void add(RewritePatternSet &patterns, Pattern... pattern) {
    (patterns.add(pattern), ...);
  }

  /// No host reads the data of a GPU.
  LogicalResult refuseAsserts() {
    WalkResult found = getOperation()->walk([](AssertOp op) {
      op.emitOpError("expected a program for the CPU, whose host reads data, "
                     "got one for a GPU; cf.assert compares sizes there");
      return WalkResult::interrupt();
    });
    return failure(found.wasInterrupted());
  }
};
} // namespace
