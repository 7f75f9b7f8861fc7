//===- GenericWork.cpp - What threads of generic kernels do ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/GenericWork.h"

#include "KernelLaunch.h"
#include "ReductionSchedule.h"
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
                           const ReductionSchedule &schedule, double columns,
                           double outer) {
  double length = static_cast<double>(*schedule.length), shares = 1;
  if (schedule.rowsPerBlock != 0) {
    shares = divide(length, schedule.rowsPerBlock);
    length = std::min(length, static_cast<double>(schedule.rowsPerBlock));
  }
  if (!schedule.columns.empty())
    columns = divide(columns, schedule.width);
  return {
      divide(columns, schedule.lanes) *
          divide(outer * shares, schedule.getSlots()),
      divide(length, schedule.groups),
      static_cast<double>(countIterationsAtOnce(op, schedule.countTurns()))};
}

std::optional<GenericWork> mlir::lowp::getGenericWork(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel, reduction;
  op.getParallelDims(parallel);
  op.getReductionDims(reduction);
  std::optional<double> points = countPoints(op, parallel);
  std::optional<double> length = countPoints(op, reduction);
  if (!points || !length)
    return std::nullopt;
  if (auto schedule = getReductionSchedule(op))
    return getWork(op, *schedule, *countPoints(op, schedule->columns),
                   *countPoints(op, schedule->outer));
  int64_t atOnce =
      reduction.empty() ? 1 : countIterationsAtOnce(op, countInnermost(op));
  return GenericWork{divide(*points, kThreadsPerBlock), *length,
                     static_cast<double>(atOnce)};
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
