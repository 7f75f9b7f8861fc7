//===- LegalizeFormats.cpp - Formats that a chip multiplies ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Layout/Passes.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_LEGALIZEFORMATSPASS
#include "lowp/Layout/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct LegalizeFormats
    : lowp_gpu::impl::LegalizeFormatsPassBase<LegalizeFormats> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"refine-scales", refineScales},
                         {"emulate-formats", emulateFormats}})))
      signalPassFailure();
  }
};
} // namespace
