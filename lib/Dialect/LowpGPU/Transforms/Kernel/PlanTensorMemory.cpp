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

/// Places the scales of all products from column `end` of `most` on, each in as
/// many sets as leave room for those after it. Returns the end.
static int64_t placeScales(KernelOp kernel, int64_t end, int64_t most) {
  int64_t left = 0;
  kernel.walk(
      [&](MmaIntoOp product) { left += countFewestScaleColumns(product); });
  kernel.walk([&](MmaIntoOp product) {
    if (product.getScales().empty())
      return;
    left -= countFewestScaleColumns(product);
    int64_t sets = countScaleSets(product, most - end - left);
    product.setScaleColumn(end);
    product.setScaleSets(sets);
    end += sets * product.countScaleColumns();
  });
  return end;
}

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
      int64_t columns = pipeline.countTensorColumns();
      if (columns == 0)
        continue;
      pipeline.setTensorColumn(end);
      end += columns;
    }
    end = placeScales(kernel, end, chip->facts->tensorColumns);
    if (end > 0)
      kernel.setTensorColumns(end);
  }
};
} // namespace
