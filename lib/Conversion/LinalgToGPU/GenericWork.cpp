//===- GenericWork.cpp - What threads of generic kernels do ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/GenericWork.h"

#include "ColumnSchedule.h"
#include "KernelLaunch.h"
#include "LinalgLoops.h"
#include "UnrollReads.h"

#include "lowp/Support/Warps.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

/// Points of `loops` of `op`; nothing where a size is unknown.
static std::optional<double> countPoints(linalg::LinalgOp op,
                                         ArrayRef<unsigned> loops) {
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  double points = 1;
  for (unsigned loop : loops) {
    if (ShapedType::isDynamic(sizes[loop]))
      return std::nullopt;
    points *= static_cast<double>(sizes[loop]);
  }
  return points;
}

static double divide(double number, int64_t divisor) {
  return std::ceil(number / static_cast<double>(divisor));
}

/// A few warps or a block share each row.
static GenericWork getWork(linalg::LinalgOp op,
                           const ReductionSchedule &schedule, double rows,
                           double length) {
  double vectors = divide(length, schedule.width);
  double parts = 1;
  if (schedule.isSplit) {
    int64_t most = schedule.lanes * kElementsPerThread / schedule.width;
    parts = divide(vectors, most);
    vectors = std::min(vectors, static_cast<double>(most));
  }
  double loads = divide(vectors, schedule.lanes);
  return {
      divide(rows * parts, kThreadsPerBlock / schedule.lanes), loads,
      static_cast<double>(countIterationsAtOnce(op, schedule.countVectors()))};
}

/// Groups of threads share the rows of columns.
static GenericWork getWork(linalg::LinalgOp op, const ColumnSchedule &schedule,
                           double columns, double outer, double length) {
  double parts = 1;
  if (schedule.rowsPerBlock != 0) {
    parts = divide(length, schedule.rowsPerBlock);
    length = std::min(length, static_cast<double>(schedule.rowsPerBlock));
  }
  double across = divide(divide(columns, schedule.width), schedule.lanes);
  return {across * divide(outer * parts, schedule.getSlots()),
          divide(length, schedule.groups),
          static_cast<double>(countIterationsAtOnce(op, schedule.countRows()))};
}

std::optional<GenericWork> mlir::lowp::getGenericWork(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel, reduction;
  op.getParallelDims(parallel);
  op.getReductionDims(reduction);
  std::optional<double> points = countPoints(op, parallel);
  std::optional<double> length = countPoints(op, reduction);
  if (!points || !length)
    return std::nullopt;
  if (auto rows = getReductionSchedule(op))
    return getWork(op, *rows, *points,
                   static_cast<double>(*rows->loops.length));
  if (auto columns = getColumnSchedule(op))
    return getWork(op, *columns, *countPoints(op, columns->columns),
                   *countPoints(op, columns->outer),
                   static_cast<double>(*columns->loops.length));
  return GenericWork{divide(*points, kThreadsPerBlock), *length,
                     static_cast<double>(countPointLoadsAtOnce(op))};
}

std::optional<GenericWork> mlir::lowp::getGenericWork(LaunchOrderRowsOp op) {
  auto type = cast<ShapedType>(op.getIds().getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  // All ids are read twice, to count them and to place them.
  constexpr int64_t kPasses = 2;
  double lanes = static_cast<double>(countOrderWarps(op.countGroups())) *
                 static_cast<double>(lowp::kWarpSize);
  return GenericWork{
      1,
      kPasses * std::ceil(static_cast<double>(type.getNumElements()) / lanes),
      static_cast<double>(kOrderTurns)};
}
