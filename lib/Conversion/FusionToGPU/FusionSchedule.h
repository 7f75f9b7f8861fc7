//===- FusionSchedule.h - How a fusion is divided among threads -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H
#define LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Fusion/IterationSpace.h"

namespace mlir::lowp {

/// The rows that a kernel is for, where it reduces rows: those of up to `most`
/// elements, which stay in registers; or those of any length, `most` elements
/// at a time, which are read once per reduction and once more.
struct RowPlan {
  int64_t most;
  bool streams = false;
};

/// The plans of the kernels for rows of `columns` elements, which may be
/// unknown: the first that has room is taken, the last has room for all.
SmallVector<RowPlan> planRows(int64_t columns);

/// What the distribution of a fusion follows from.
struct FusionShape {
  /// Static sizes or dynamic ones; rows are those of one matrix of the batch,
  /// columns those that a kernel has at a time.
  int64_t rows, columns;
  /// All columns.
  int64_t rowLength;
  bool reducesRows;
  /// Inputs of the size of the whole space.
  int64_t wholeInputs;
  /// Whether it computes on numbers of 64 bits, which take two registers.
  bool isWide;
  /// Whether something has blocks: a quantize or an amax.
  bool quantizes;
  /// The rows of the tallest block.
  int64_t blockRows;
  /// Whether a quantize writes its data down the rows.
  bool writesColumns;
  /// Whether others lie between neighbours of a row that are stored.
  bool storesLanes;
  /// Divisions and functions that are written out for each element.
  int64_t slowFunctions;
};

/// Tiles of 128 x 128, or whole rows where a row is reduced.
lowp_gpu::DistributionAttr chooseDistribution(MLIRContext *context,
                                              const FusionShape &shape);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_FUSIONTOGPU_FUSIONSCHEDULE_H
