//===- ReductionSchedule.cpp - How threads share a reduction --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReductionSchedule.h"

#include "KernelLaunch.h"
#include "LinalgLoops.h"

#include "lowp/Support/Warps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

// Rows from this length on are worth a whole block.
static constexpr int64_t kLongRow = 1025;

// So are shorter ones if there are no more of them: one warp would read one
// vector after the other.
static constexpr int64_t kFewRows = 64;

static std::optional<gpu::AllReduceOperation>
getBlockWideReduction(Operation *op) {
  using Kind = gpu::AllReduceOperation;
  return TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case([](arith::AddFOp) { return Kind::ADD; })
      .Case([](arith::MulFOp) { return Kind::MUL; })
      .Case([](arith::MaximumFOp) { return Kind::MAXIMUMF; })
      .Case([](arith::MinimumFOp) { return Kind::MINIMUMF; })
      .Case([](arith::MaxNumFOp) { return Kind::MAXNUMF; })
      .Case([](arith::MinNumFOp) { return Kind::MINNUMF; })
      .Default(std::optional<Kind>());
}

static std::optional<arith::AtomicRMWKind> getAtomic(Operation *op) {
  using Kind = arith::AtomicRMWKind;
  return TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case([](arith::MaximumFOp) { return Kind::maximumf; })
      .Case([](arith::MinimumFOp) { return Kind::minimumf; })
      .Case([](arith::MaxNumFOp) { return Kind::maxnumf; })
      .Case([](arith::MinNumFOp) { return Kind::minnumf; })
      .Default(std::optional<Kind>());
}

// Shuffles move 32 bits, hence f32 alone.
std::optional<Combiner> mlir::lowp::matchCombiner(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInits() != 1 ||
      !getElementTypeOrSelf(op.getDpsInitOperand(0)->get()).isF32())
    return std::nullopt;
  SmallVector<Operation *> combiners = matchCombiners(op);
  if (combiners.empty())
    return std::nullopt;
  auto blockWide = getBlockWideReduction(combiners.front());
  if (!blockWide)
    return std::nullopt;
  return Combiner{*blockWide, getAtomic(combiners.front()),
                  *arith::getNeutralElement(combiners.front())};
}

/// The loops at `positions` that run more than once, as far as is known.
static llvm::SmallBitVector getRunningLoops(linalg::LinalgOp op,
                                            ArrayRef<unsigned> positions) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  llvm::SmallBitVector loops(op.getNumLoops());
  for (unsigned position : positions)
    loops[position] = ranges[position] != 1;
  return loops;
}

/// The read that touches each of its elements once, if there is one.
static std::optional<Read> findStreamedRead(linalg::LinalgOp op,
                                            llvm::SmallBitVector loops) {
  for (Read &read : getReads(op))
    if (!loops.test(read.loops))
      return read;
  return std::nullopt;
}

/// The loops of `running` in the order of memory where that is known.
static SmallVector<unsigned> sortLoops(const Read &read,
                                       const llvm::SmallBitVector &running) {
  SmallVector<unsigned> sorted;
  for (unsigned loop : read.order)
    if (running.test(loop))
      sorted.push_back(loop);
  if (sorted.size() == running.count())
    return sorted;
  return llvm::to_vector_of<unsigned>(running.set_bits());
}

/// Points of `rows`, of which a part has some.
static std::optional<int64_t>
countRows(linalg::LinalgOp op, ArrayRef<unsigned> rows,
          const std::optional<ReductionParts> &parts) {
  if (!parts)
    return countStaticPoints(op, rows);
  SmallVector<unsigned> others(rows);
  llvm::erase(others, parts->loop);
  std::optional<int64_t> count = countStaticPoints(op, others);
  return count ? std::optional(*count * parts->rows) : std::nullopt;
}

std::optional<ReductionLoops>
mlir::lowp::getReductionLoops(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel, reduction;
  op.getParallelDims(parallel);
  op.getReductionDims(reduction);
  if (reduction.empty())
    return std::nullopt;
  ReductionLoops loops;
  loops.parallel = getRunningLoops(op, parallel);
  loops.reduction = getRunningLoops(op, reduction);
  loops.parts = matchReductionParts(op);
  llvm::SmallBitVector visited = loops.parallel | loops.reduction;
  if (loops.parts)
    visited.reset(loops.parts->part);
  std::optional<Read> read = findStreamedRead(op, visited);
  if (!read)
    return std::nullopt;
  loops.read = *read;
  loops.rows = sortLoops(*read, loops.reduction);
  loops.length = countRows(op, loops.rows, loops.parts);
  return loops;
}

/// Threads for a row: as many as it has vectors if it is short, else a block.
static int64_t chooseLanes(std::optional<int64_t> length, int64_t width,
                           std::optional<int64_t> rows) {
  if (!length || *length >= kLongRow)
    return kThreadsPerBlock;
  int64_t vectors = llvm::divideCeil(*length, width);
  if (vectors > lowp::kWarpSize && rows && *rows <= kFewRows)
    return kThreadsPerBlock;
  return std::min<int64_t>(llvm::PowerOf2Ceil(vectors), lowp::kWarpSize);
}

/// Neighbours that a thread takes at once along the rows of `op`: of a part,
/// too, there is a whole number of them.
static int64_t chooseWidth(linalg::LinalgOp op, const ReductionLoops &loops) {
  unsigned inner = loops.rows.back();
  int64_t width = getVectorWidth(op, inner);
  bool isCut = loops.parts && loops.parts->loop == inner &&
               loops.parts->rows % width != 0;
  return isCut ? 1 : width;
}

std::optional<int64_t> ReductionSchedule::countVectors() const {
  int64_t together = lanes * width;
  if (isSplit || !loops.length || *loops.length % together != 0)
    return std::nullopt;
  return *loops.length / together;
}

std::optional<ReductionSchedule>
mlir::lowp::getReductionSchedule(linalg::LinalgOp op) {
  std::optional<Combiner> combiner = matchCombiner(op);
  std::optional<ReductionLoops> loops = getReductionLoops(op);
  if (!combiner || !loops ||
      !loops->reduction.anyCommon(loops->read.contiguousLoops) ||
      (loops->length && *loops->length < lowp::kWarpSize))
    return std::nullopt;
  ReductionSchedule schedule;
  schedule.width = chooseWidth(op, *loops);
  schedule.lanes =
      chooseLanes(loops->length, schedule.width,
                  countStaticPoints(op, llvm::to_vector_of<unsigned>(
                                            loops->parallel.set_bits())));
  schedule.isSplit =
      combiner->atomic && !loops->parts &&
      (!loops->length || *loops->length > schedule.lanes * kElementsPerThread);
  schedule.loops = std::move(*loops);
  // One thread to a row is a point kernel.
  if (schedule.lanes == 1)
    return std::nullopt;
  return schedule;
}
