//===- TensorColumns.h - Columns of tensor memory of a kernel ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_TENSORCOLUMNS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_TENSORCOLUMNS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Interfaces/ChipFacts.h"

namespace mlir::lowp_gpu {

/// Columns that the scales of `product` need at least, and sets of them in
/// `room` columns, which has so many.
int64_t countFewestScaleColumns(MmaIntoOp product);
int64_t countScaleSets(MmaIntoOp product, int64_t room);

/// Checks that the chip has the columns of all pipelines of `kernel`, and of
/// scales.
LogicalResult verifyTensorColumns(KernelOp kernel,
                                  const lowp::ChipFacts &facts);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_TENSORCOLUMNS_H
