//===- ColumnSchedule.cpp - How threads share columns ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnSchedule.h"

#include "KernelLaunch.h"
#include "LinalgLoops.h"

#include "lowp/Support/Warps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Fewer rows are for one thread.
static constexpr int64_t kLeastRows = 16;

/// Rows of a thread from which on a block has another group of threads.
static constexpr int64_t kRowsOfThread = 4;

/// Results so far that a thread keeps in registers.
static constexpr int64_t kMostSums = 16;

/// Blocks that keep the multiprocessors of a chip busy, and the bytes of a
/// vector that threads read where there would be fewer.
static constexpr int64_t kBusyBlocks = 128, kShortVector = 8;

static constexpr int64_t kByte = 8;

int64_t ColumnSchedule::getSlots() const {
  return kThreadsPerBlock / (lanes * groups);
}

std::optional<int64_t> ColumnSchedule::countRows() const {
  if (rowsPerBlock != 0 || !loops.length || *loops.length % groups != 0)
    return std::nullopt;
  return *loops.length / groups;
}

/// Whether shared memory takes results of `op`, and registers combine them.
static bool hasPlainResults(linalg::LinalgOp op) {
  return llvm::all_of(op.getDpsInits(), [](Value init) {
    Type element = getElementTypeOrSelf(init.getType());
    return element.isInteger() ? element.getIntOrFloatBitWidth() >= kByte
                               : isa<FloatType>(element) &&
                                     element.getIntOrFloatBitWidth() > kByte;
  });
}

/// Splits the parallel loops that run into those that lie beside each other
/// after all rows, and the others.
static void sortColumns(ColumnSchedule &schedule) {
  ReductionLoops &loops = schedule.loops;
  for (unsigned loop : llvm::reverse(loops.read.order)) {
    if (!loops.parallel.test(loop))
      break;
    schedule.columns.insert(schedule.columns.begin(), loop);
  }
  // Reads of a body have no order: the loop of neighbours is known.
  if (loops.read.order.empty())
    for (unsigned loop : loops.read.contiguousLoops.set_bits())
      if (loops.parallel.test(loop))
        schedule.columns.assign({loop});
  for (unsigned loop : loops.parallel.set_bits())
    if (!llvm::is_contained(schedule.columns, loop))
      schedule.outer.push_back(loop);
}

/// Whether all columns of `op`, a warp's `width` to a thread beside each other,
/// are fewer blocks than the chip has multiprocessors.
static bool hasFewBlocks(linalg::LinalgOp op, int64_t width) {
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  std::optional<int64_t> columns = countStaticPoints(op, parallel);
  return columns && *columns < kBusyBlocks * lowp::kWarpSize * width;
}

/// Neighbouring columns whose elements a thread reads at once.
static int64_t chooseWidth(linalg::LinalgOp op, ArrayRef<unsigned> columns) {
  if (columns.empty())
    return 1;
  int64_t bits = kByte;
  for (Read &read : getReads(op))
    if (read.contiguousLoops.test(columns.back()))
      bits =
          std::max<int64_t>(bits, read.elementType.isIntOrFloat()
                                      ? read.elementType.getIntOrFloatBitWidth()
                                      : kBufferAlignment * kByte);
  int64_t width = std::max<int64_t>(kBufferAlignment * kByte / bits, 1);
  int64_t extent = op.getStaticLoopRanges()[columns.back()];
  if (ShapedType::isDynamic(extent))
    return 1;
  if (width * bits > kShortVector * kByte && hasFewBlocks(op, width))
    width /= 2;
  while (extent % width != 0)
    width /= 2;
  return std::min<int64_t>(
      width, llvm::bit_floor<uint64_t>(kMostSums / op.getNumDpsInits()));
}

/// Groups of threads that share a row of columns, of which `lanes` threads have
/// some.
static int64_t chooseGroups(std::optional<int64_t> rows, int64_t lanes) {
  int64_t most = kThreadsPerBlock / lanes;
  if (!rows)
    return most;
  return std::min<int64_t>(most,
                           llvm::bit_floor<uint64_t>(*rows / kRowsOfThread));
}

/// Divides the threads of a block: a warp along the columns, if there are as
/// many, then as many groups as there are rows for, then more columns.
static void divideThreads(linalg::LinalgOp op, ColumnSchedule &schedule) {
  std::optional<int64_t> columns = countStaticPoints(op, schedule.columns);
  int64_t vectors =
      columns
          ? llvm::PowerOf2Ceil(std::max<int64_t>(*columns / schedule.width, 1))
          : kThreadsPerBlock;
  schedule.lanes = std::min<int64_t>(vectors, lowp::kWarpSize);
  schedule.groups = chooseGroups(schedule.loops.length, schedule.lanes);
  schedule.lanes = std::min(vectors, kThreadsPerBlock / schedule.groups);
}

/// Rows of each part if parts may meet in an atomic and are worth it; 0
/// otherwise.
static int64_t chooseRowsPerBlock(linalg::LinalgOp op,
                                  const ColumnSchedule &schedule) {
  std::optional<Combiner> combiner = matchCombiner(op);
  int64_t rows = schedule.groups * kElementsPerThread;
  const std::optional<int64_t> &length = schedule.loops.length;
  bool isLong = !length || *length > rows;
  return combiner && combiner->atomic && !schedule.loops.parts && isLong ? rows
                                                                         : 0;
}

std::optional<ColumnSchedule>
mlir::lowp::getColumnSchedule(linalg::LinalgOp op) {
  std::optional<ReductionLoops> loops = getReductionLoops(op);
  if (!loops || matchCombiners(op).empty() || !hasPlainResults(op) ||
      loops->length.value_or(kLeastRows) < kLeastRows)
    return std::nullopt;
  ColumnSchedule schedule;
  schedule.loops = std::move(*loops);
  sortColumns(schedule);
  // A thread reads a short row at once.
  if (schedule.columns.empty() &&
      schedule.loops.length.value_or(lowp::kWarpSize) < lowp::kWarpSize)
    return std::nullopt;
  schedule.width = chooseWidth(op, schedule.columns);
  divideThreads(op, schedule);
  schedule.rowsPerBlock = chooseRowsPerBlock(op, schedule);
  return schedule;
}
