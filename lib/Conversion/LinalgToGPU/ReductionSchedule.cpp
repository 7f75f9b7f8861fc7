//===- ReductionSchedule.cpp - How threads share a reduction --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionSchedule.h"

#include "KernelLaunch.h"
#include "LinalgLoops.h"
#include "Reads.h"

#include "lowp/Support/Warps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Fewer rows, or elements of one, are for one thread.
static constexpr int64_t kLeastRows = 16, kLeastElements = lowp::kWarpSize;

/// Rows of a thread from which on a block has another group of threads.
static constexpr int64_t kRowsOfThread = 4;

/// Points that one thread reduces; more are cut into shares.
static constexpr int64_t kPointsPerThread = 64;

/// Results so far that a thread keeps in registers.
static constexpr int64_t kMostSums = 16;

/// Blocks that keep the multiprocessors of a chip busy, and the bytes of a
/// vector that threads read where there would be fewer.
static constexpr int64_t kBusyBlocks = 128, kShortVector = 8;

unsigned ReductionSchedule::getVectorLoop() const {
  return columns.empty() ? rows.back() : columns.back();
}

int64_t ReductionSchedule::getSlots() const {
  return kThreadsPerBlock / (lanes * groups);
}

std::optional<int64_t> ReductionSchedule::countTurns() const {
  if (rowsPerBlock != 0 || !length || *length % groups != 0)
    return std::nullopt;
  return *length / groups;
}

/// How blocks combine a result of `op` in memory, if the order never shows in
/// it.
static std::optional<arith::AtomicRMWKind> getAtomic(linalg::LinalgOp op) {
  using Kind = arith::AtomicRMWKind;
  if (op.getNumDpsInits() != 1 ||
      !getElementTypeOrSelf(op.getDpsInits()[0].getType()).isF32())
    return std::nullopt;
  return TypeSwitch<Operation *, std::optional<Kind>>(
             matchCombiners(op).front())
      .Case([](arith::MaximumFOp) { return Kind::maximumf; })
      .Case([](arith::MinimumFOp) { return Kind::minimumf; })
      .Case([](arith::MaxNumFOp) { return Kind::maxnumf; })
      .Case([](arith::MinNumFOp) { return Kind::minnumf; })
      .Default(std::optional<Kind>());
}

/// Whether registers combine results of `op`, and shared memory takes them.
static bool isCombined(linalg::LinalgOp op) {
  constexpr unsigned kByte = 8;
  return op.getNumReductionLoops() != 0 && !matchCombiners(op).empty() &&
         llvm::all_of(op.getDpsInits(), [](Value init) {
           Type element = getElementTypeOrSelf(init.getType());
           return element.isInteger()
                      ? element.getIntOrFloatBitWidth() >= kByte
                      : isa<FloatType>(element) &&
                            element.getIntOrFloatBitWidth() > kByte;
         });
}

/// The loops of `type` that run more than once, as far as is known.
static llvm::SmallBitVector getRunningLoops(linalg::LinalgOp op,
                                            utils::IteratorType type) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  llvm::SmallBitVector loops(op.getNumLoops());
  for (auto [loop, own] : llvm::enumerate(op.getIteratorTypesArray()))
    loops[loop] = own == type && ranges[loop] != 1;
  return loops;
}

/// The loops of `running` in the order of memory where that is known.
static SmallVector<unsigned> sortLoops(const Read &read,
                                       const llvm::SmallBitVector &running) {
  SmallVector<unsigned> sorted = llvm::filter_to_vector(
      read.order, [&](unsigned loop) { return running.test(loop); });
  if (sorted.size() == running.count())
    return sorted;
  return llvm::to_vector_of<unsigned>(running.set_bits());
}

/// Splits the parallel loops that run into those that lie beside each other
/// after all rows, and the others.
static void sortColumns(ReductionSchedule &schedule, const Read &read,
                        const llvm::SmallBitVector &parallel) {
  for (unsigned loop : llvm::reverse(read.order)) {
    if (!parallel.test(loop))
      break;
    schedule.columns.insert(schedule.columns.begin(), loop);
  }
  // Reads of a body have no order: the loop of neighbours is known.
  if (read.order.empty())
    for (unsigned loop : read.contiguousLoops.set_bits())
      if (parallel.test(loop))
        schedule.columns.assign({loop});
  for (unsigned loop : parallel.set_bits())
    if (!llvm::is_contained(schedule.columns, loop))
      schedule.outer.push_back(loop);
}

/// Points of the reduction loops of `op`, in a part if there are parts.
static std::optional<int64_t> countRows(linalg::LinalgOp op,
                                        const ReductionSchedule &schedule) {
  SmallVector<unsigned> loops(schedule.rows);
  if (schedule.parts)
    llvm::erase(loops, schedule.parts->loop);
  std::optional<int64_t> count = countStaticPoints(op, loops);
  return count && schedule.parts ? std::optional(*count * schedule.parts->rows)
                                 : count;
}

/// Whether all columns of `op`, a warp's `width` to a thread beside each other,
/// are fewer blocks than the chip has multiprocessors.
static bool hasFewBlocks(linalg::LinalgOp op, int64_t width) {
  SmallVector<unsigned> parallel;
  op.getParallelDims(parallel);
  std::optional<int64_t> columns = countStaticPoints(op, parallel);
  return columns && *columns < kBusyBlocks * lowp::kWarpSize * width;
}

/// Neighbours whose elements a thread reads at once.
static int64_t chooseWidth(linalg::LinalgOp op,
                           const ReductionSchedule &schedule) {
  unsigned loop = schedule.getVectorLoop();
  int64_t width = getVectorWidth(op, loop);
  if (!schedule.columns.empty()) {
    if (width * getWidestElement(op, loop) > kShortVector &&
        hasFewBlocks(op, width))
      width /= 2;
    return std::min<int64_t>(width, llvm::bit_floor<uint64_t>(std::max<int64_t>(
                                        kMostSums / op.getNumDpsInits(), 1)));
  }
  // A part has whole vectors, too.
  while (schedule.parts && schedule.parts->loop == loop &&
         schedule.parts->rows % width != 0)
    width /= 2;
  return width;
}

/// Groups of threads that share columns, of which `lanes` threads have some.
static int64_t chooseGroups(std::optional<int64_t> rows, int64_t lanes) {
  int64_t most = kThreadsPerBlock / lanes;
  return rows ? std::min<int64_t>(
                    most, llvm::bit_floor<uint64_t>(*rows / kRowsOfThread))
              : most;
}

/// Threads that share a row of so many vectors, of which there are `rows`: a
/// block for a long one, or one of few, which a warp would read one vector
/// after the other.
static int64_t chooseGroupsOfRow(std::optional<int64_t> vectors, int64_t width,
                                 std::optional<int64_t> rows) {
  constexpr int64_t kLongRow = 1024, kFewRows = 64;
  if (!vectors || *vectors * width > kLongRow)
    return kThreadsPerBlock;
  if (*vectors > lowp::kWarpSize && rows && *rows <= kFewRows)
    return kThreadsPerBlock;
  return std::min<int64_t>(llvm::PowerOf2Ceil(*vectors), lowp::kWarpSize);
}

/// Divides the threads of a block: a warp along the columns, if there are as
/// many, then as many groups as there are rows for, then more columns.
static void divideThreads(linalg::LinalgOp op, ReductionSchedule &schedule) {
  if (schedule.columns.empty()) {
    schedule.lanes = 1;
    schedule.groups = chooseGroupsOfRow(schedule.length, schedule.width,
                                        countStaticPoints(op, schedule.outer));
    return;
  }
  std::optional<int64_t> columns = countStaticPoints(op, schedule.columns);
  int64_t vectors =
      columns
          ? llvm::PowerOf2Ceil(std::max<int64_t>(*columns / schedule.width, 1))
          : kThreadsPerBlock;
  schedule.groups = chooseGroups(schedule.length,
                                 std::min<int64_t>(vectors, lowp::kWarpSize));
  schedule.lanes = std::min(vectors, kThreadsPerBlock / schedule.groups);
}

/// Cuts long rows into shares, if these may meet in an atomic.
static void divideRows(linalg::LinalgOp op, ReductionSchedule &schedule) {
  std::optional<arith::AtomicRMWKind> atomic = getAtomic(op);
  int64_t most = schedule.groups * kPointsPerThread /
                 (schedule.columns.empty() ? schedule.width : 1);
  bool isLong = !schedule.length || *schedule.length > most;
  if (!atomic || schedule.parts || !isLong)
    return;
  schedule.rowsPerBlock = most;
  schedule.atomic = *atomic;
}

std::optional<ReductionSchedule>
mlir::lowp::getReductionSchedule(linalg::LinalgOp op) {
  if (!isCombined(op))
    return std::nullopt;
  ReductionSchedule schedule;
  schedule.parts = matchReductionParts(op);
  auto parallel = getRunningLoops(op, utils::IteratorType::parallel);
  auto reduction = getRunningLoops(op, utils::IteratorType::reduction);
  llvm::SmallBitVector visited = parallel | reduction;
  if (schedule.parts)
    visited.reset(schedule.parts->part);
  SmallVector<Read> reads = getReads(op);
  Read *streamed = llvm::find_if(
      reads, [&](const Read &read) { return !visited.test(read.loops); });
  if (streamed == reads.end())
    return std::nullopt;
  schedule.rows = sortLoops(*streamed, reduction);
  sortColumns(schedule, *streamed, parallel);
  schedule.length = countRows(op, schedule);
  int64_t least = schedule.columns.empty() ? kLeastElements : kLeastRows;
  if (schedule.rows.empty() || schedule.length.value_or(least) < least)
    return std::nullopt;
  schedule.width = chooseWidth(op, schedule);
  if (schedule.columns.empty() && schedule.length)
    *schedule.length /= schedule.width;
  divideThreads(op, schedule);
  divideRows(op, schedule);
  return schedule;
}
