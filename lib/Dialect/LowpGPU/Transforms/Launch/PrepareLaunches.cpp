//===- PrepareLaunches.cpp - What a launch expects of kernels -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/PassSteps.h"
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_PREPARELAUNCHESPASS
#include "lowp/Dialect/LowpGPU/Transforms/Launch/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct PrepareLaunches
    : lowp_gpu::impl::PrepareLaunchesPassBase<PrepareLaunches> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(runSteps(getOperation(), *only,
                        {{"share-kernels", shareKernels},
                         {"overlap-launches", overlapLaunches},
                         {"extern-shared-memory", externSharedMemory},
                         {"name-kernels", nameKernels}})))
      signalPassFailure();
  }
};
} // namespace
