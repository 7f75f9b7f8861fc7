//===- TensorColumns.cpp - Columns of tensor memory of a kernel -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorColumns.h"
#include "StageUses.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Stages of the ring that `product` reads, 0 if it reads none.
static int64_t countReadStages(MmaIntoOp product) {
  auto view = product.getLhs().getDefiningOp<ViewOp>();
  Value pipeline = view ? findPipeline(view.getStage()) : Value();
  return pipeline ? cast<PipelineType>(pipeline.getType()).getStages() : 0;
}

int64_t mlir::lowp_gpu::countFewestScaleColumns(MmaIntoOp product) {
  constexpr int64_t kAlternating = 2;
  return std::clamp<int64_t>(countReadStages(product), 1, kAlternating) *
         product.countScaleColumns();
}

int64_t mlir::lowp_gpu::countScaleSets(MmaIntoOp product, int64_t room) {
  return countScaleSets(countReadStages(product), product.countScaleColumns(),
                        room);
}

LogicalResult
mlir::lowp_gpu::verifyTensorColumns(KernelOp kernel,
                                    const lowp::ChipFacts &facts) {
  int64_t columns = 0;
  for (auto pipeline : kernel.getBody().getOps<PipelineOp>())
    columns += pipeline.countTensorColumns();
  kernel.walk(
      [&](MmaIntoOp product) { columns += countFewestScaleColumns(product); });
  if (columns <= facts.tensorColumns)
    return success();
  return kernel.emitOpError("expected at most ")
         << facts.tensorColumns << " columns of tensor memory on " << facts.name
         << ", got " << columns;
}
