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
#include "mlir/Analysis/SliceAnalysis.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

// Rows from this length on are worth a whole block.
static constexpr int64_t kLongRow = 1025;

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
  SmallVector<Operation *> combiners;
  if (!matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1)
    return std::nullopt;
  auto blockWide = getBlockWideReduction(combiners.front());
  auto neutral = arith::getNeutralElement(combiners.front());
  if (!blockWide || !neutral)
    return std::nullopt;
  return Combiner{*blockWide, getAtomic(combiners.front()), *neutral};
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

/// The read that touches each of its elements once, if there is one: an op
/// without, such as a matmul, has better uses for its threads.
static std::optional<Read> findStreamedRead(linalg::LinalgOp op,
                                            llvm::SmallBitVector loops) {
  for (Read &read : getReads(op))
    if (!loops.test(read.loops))
      return read;
  return std::nullopt;
}

/// Threads for a row: as many as it has vectors if it is short, else a block.
static int64_t chooseLanes(std::optional<int64_t> length, int64_t width) {
  if (!length || *length >= kLongRow)
    return kThreadsPerBlock;
  int64_t vectors = llvm::divideCeil(*length, width);
  return std::min<int64_t>(llvm::PowerOf2Ceil(vectors), lowp::kWarpSize);
}

std::optional<ReductionSchedule>
mlir::lowp::getReductionSchedule(linalg::LinalgOp op) {
  SmallVector<unsigned> parallel, reduction;
  op.getParallelDims(parallel);
  op.getReductionDims(reduction);
  std::optional<Combiner> combiner = matchCombiner(op);
  llvm::SmallBitVector reduced = getRunningLoops(op, reduction);
  std::optional<Read> read =
      findStreamedRead(op, reduced | getRunningLoops(op, parallel));
  std::optional<int64_t> length = countStaticPoints(op, reduction);
  if (!combiner || !read || (length && *length < lowp::kWarpSize))
    return std::nullopt;

  ReductionSchedule schedule;
  bool runsAlongRows = reduced.anyCommon(read->contiguousLoops);
  schedule.width = runsAlongRows ? getVectorWidth(op, reduction.back()) : 1;
  schedule.lanes = runsAlongRows ? chooseLanes(length, schedule.width) : 1;
  schedule.isSplit = combiner->atomic &&
                     (!length || *length > schedule.lanes * kElementsPerThread);
  if (schedule.lanes == 1 && !schedule.isSplit)
    return std::nullopt;
  return schedule;
}
