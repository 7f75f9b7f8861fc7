//===- FusionSchedule.h - How a fusion is divided among threads -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H

#include "FusionShape.h"

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"

namespace mlir::lowp {

/// The plans of the kernels for rows of `columns` elements, which may be
/// unknown: the first that has room is taken, the last has room for all.
SmallVector<RowPlan> planRows(int64_t columns);

/// Tiles of 128 x 128, or whole rows where a row is reduced.
lowp_gpu::DistributionAttr chooseDistribution(MLIRContext *context,
                                              const FusionShape &shape);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H
