//===- PlanTensorMemory.cpp - Places sums and scales in tensor memory -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorColumns.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_PLANTENSORMEMORYPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
struct PlanTensorMemory
    : public lowp_gpu::impl::PlanTensorMemoryPassBase<PlanTensorMemory> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    FailureOr<ChipTarget> chip = findChipTarget(kernel);
    if (failed(chip) || failed(verifyTensorColumns(kernel, *chip->facts)))
      return signalPassFailure();
    int64_t end = 0;
    for (auto pipeline : kernel.getBody().getOps<PipelineOp>()) {
      int64_t columns = countTensorColumns(pipeline);
      if (columns == 0)
        continue;
      pipeline.setTensorColumn(end);
      end += columns;
    }
    kernel.walk([&](MmaIntoOp product) {
      if (!product.getScales().empty())
        product.setScaleColumn(end);
    });
    end += countScaleColumns(kernel);
    if (end > 0)
      kernel.setTensorColumns(end);
  }
};
} // namespace
