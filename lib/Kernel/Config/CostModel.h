//===- CostModel.h - Predicts the time of a kernel --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_CONFIG_COSTMODEL_H
#define LOWP_LIB_KERNEL_CONFIG_COSTMODEL_H

#include "lowp/Cost/GemmCost.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"

namespace mlir::lowp_gpu {

using ProblemSize = lowp::GemmSize;

/// Tiles that a CTA computes one after the other, for the config of `spec`.
int64_t countWaves(const GemmKernelSpec &spec, const ProblemSize &size);

/// Clock cycles from one kernel to the next in a stream, for the config of
/// `spec` and a problem of `size`.
double estimateCycles(const GemmKernelSpec &spec, const ProblemSize &size);

/// The same in microseconds.
double estimateMicroseconds(const GemmKernelSpec &spec,
                            const ProblemSize &size);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_CONFIG_COSTMODEL_H
