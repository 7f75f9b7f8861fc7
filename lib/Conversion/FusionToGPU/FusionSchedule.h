//===- FusionSchedule.h - How a fusion is divided among threads -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H

#include "lowp/Dialect/Lowp/Transforms/FusionDomain.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"

namespace mlir::lowp {

/// What the distribution of a fusion follows from.
struct FusionShape {
  /// Static sizes or dynamic ones; rows are those of one matrix of the batch.
  int64_t rows, columns;
  bool reducesRows;
  /// Inputs of the size of the whole space.
  int64_t wholeInputs;
  /// Whether something has blocks: a quantize or an amax.
  bool quantizes;
  /// The rows of the tallest block.
  int64_t blockRows;
  /// Whether a quantize writes its data down the rows.
  bool writesColumns;
};

/// Tiles of 128 x 128, or whole rows where a row is reduced.
lowp_gpu::DistributionAttr chooseDistribution(MLIRContext *context,
                                              const FusionShape &shape);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H
