//===- TensorColumns.cpp - Columns of tensor memory of a kernel -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorColumns.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

int64_t mlir::lowp_gpu::countTensorColumns(PipelineOp pipeline) {
  PipelineType type = pipeline.getPipeline().getType();
  return type.getStages() * type.getStage().countTensorColumns();
}

int64_t mlir::lowp_gpu::countScaleColumns(KernelOp kernel) {
  int64_t columns = 0;
  kernel.walk([&](MmaIntoOp product) {
    columns = std::max(columns, product.countScaleColumns());
  });
  return columns;
}

LogicalResult
mlir::lowp_gpu::verifyTensorColumns(KernelOp kernel,
                                    const lowp::ChipFacts &facts) {
  int64_t columns = countScaleColumns(kernel);
  for (auto pipeline : kernel.getBody().getOps<PipelineOp>())
    columns += countTensorColumns(pipeline);
  if (columns <= facts.tensorColumns)
    return success();
  return kernel.emitOpError("expected at most ")
         << facts.tensorColumns << " columns of tensor memory on " << facts.name
         << ", got " << columns;
}
