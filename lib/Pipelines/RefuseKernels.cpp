//===- RefuseKernels.cpp - A program for the CPU has no kernels -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Pipelines/Passes.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {
#define GEN_PASS_DEF_REFUSEKERNELSPASS
#include "lowp/Pipelines/Passes.h.inc"
} // namespace mlir::lowp

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct RefuseKernels
    : public mlir::lowp::impl::RefuseKernelsPassBase<RefuseKernels> {
  using Base::Base;

  void runOnOperation() override {
    WalkResult result =
        getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
          if (!isa_and_present<lowp_gpu::LowpGPUDialect>(op->getDialect()))
            return WalkResult::advance();
          op->emitOpError(
              "expected a program for the CPU, got a kernel of a GPU "
              "or its launch; lowp-to-cpu takes matmuls of dialect "
              "lowp");
          return WalkResult::interrupt();
        });
    if (result.wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
