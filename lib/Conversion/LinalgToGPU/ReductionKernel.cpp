//===- ReductionKernel.cpp - Whole blocks per reduced row -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IterationSpace.h"
#include "KernelLaunch.h"
#include "Payload.h"
#include "Reads.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr int64_t kWarp = 32;

// Elements that one thread reduces; longer rows are cut into parts.
static constexpr int64_t kElementsPerThread = 64;

// Rows from this length on are worth a whole block.
static constexpr int64_t kLongRow = 1025;

namespace {
/// What a reduction does with two partial results.
struct Combiner {
  gpu::AllReduceOperation blockWide;
  /// Set if the order of combination never shows in the result.
  std::optional<arith::AtomicRMWKind> atomic;
  TypedAttr neutral;
};
} // namespace

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

/// The combiner of an op with one f32 result and one known combiner. Shuffles
/// move 32 bits, hence f32 alone.
static std::optional<Combiner> matchCombiner(linalg::LinalgOp op) {
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

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

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
  if (!combiner || !read || (length && *length < kWarp))
    return std::nullopt;

  ReductionSchedule schedule;
  if (!reduced.anyCommon(read->lastLoops))
    schedule.lanes = 1;
  else
    schedule.lanes = length && *length < kLongRow ? kWarp : kThreadsPerBlock;
  schedule.isSplit = combiner->atomic &&
                     (!length || *length > schedule.lanes * kElementsPerThread);
  if (schedule.lanes == 1 && !schedule.isSplit)
    return std::nullopt;
  return schedule;
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

static Value createConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Parts of a row.
static Value countParts(OpBuilder &builder, Location loc,
                        const IterationSpace &space,
                        ReductionSchedule schedule) {
  if (!schedule.isSplit)
    return createConstant(builder, loc, 1);
  return arith::CeilDivUIOp::create(
      builder, loc, space.countPoints(builder, loc, space.reduction),
      createConstant(builder, loc, schedule.lanes * kElementsPerThread));
}

/// Blocks for all parts of all rows.
static Value countBlocks(OpBuilder &builder, Location loc,
                         const IterationSpace &space,
                         ReductionSchedule schedule) {
  Value parts = arith::MulIOp::create(
      builder, loc, space.countPoints(builder, loc, space.parallel),
      countParts(builder, loc, space, schedule));
  return arith::CeilDivUIOp::create(
      builder, loc, parts,
      createConstant(builder, loc, kThreadsPerBlock / schedule.lanes));
}

namespace {
/// What one thread of a reduction kernel works on.
struct Share {
  Value row;
  /// The thread's number among those of the row's part.
  Value lane;
  /// Elements first, first + lanes, ... below last.
  Value first, last;
  /// Whether there is such a part; null if always.
  Value exists;
};
} // namespace

/// Neighbouring threads get neighbouring lanes, then neighbouring rows.
static Share computeShare(OpBuilder &builder, gpu::LaunchOp launch,
                          const IterationSpace &space,
                          ReductionSchedule schedule) {
  Location loc = launch.getLoc();
  Value lanes = createConstant(builder, loc, schedule.lanes);
  Value thread = launch.getThreadIds().x;
  Value begin = arith::MulIOp::create(
      builder, loc, launch.getBlockIds().x,
      createConstant(builder, loc, kThreadsPerBlock / schedule.lanes));
  Value number = arith::AddIOp::create(
      builder, loc, begin,
      arith::DivUIOp::create(builder, loc, thread, lanes));

  Share share;
  share.lane = arith::RemUIOp::create(builder, loc, thread, lanes);
  share.first = share.lane;
  share.last = space.countPoints(builder, loc, space.reduction);
  share.row = number;
  Value rows = space.countPoints(builder, loc, space.parallel);
  Value parts = countParts(builder, loc, space, schedule);
  if (schedule.lanes != kThreadsPerBlock)
    share.exists = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, number,
        arith::MulIOp::create(builder, loc, rows, parts));
  if (!schedule.isSplit)
    return share;

  share.row = arith::RemUIOp::create(builder, loc, number, rows);
  Value part = arith::DivUIOp::create(builder, loc, number, rows);
  Value length =
      createConstant(builder, loc, schedule.lanes * kElementsPerThread);
  Value start = arith::MulIOp::create(builder, loc, part, length);
  share.first = arith::AddIOp::create(builder, loc, start, share.lane);
  share.last = arith::MinUIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, start, length),
      share.last);
  return share;
}

/// Reduces the elements of `share` in the registers of one thread.
static Value reduceInThread(OpBuilder &builder, linalg::LinalgOp op,
                            const IterationSpace &space, const Share &share,
                            int64_t lanes, TypedAttr neutral,
                            SmallVector<Value> ivs) {
  Location loc = op.getLoc();
  Value step = createConstant(builder, loc, lanes);
  Value start = arith::ConstantOp::create(builder, loc, neutral);
  auto loop = scf::ForOp::create(
      builder, loc, share.first, share.last, step, start,
      [&](OpBuilder &nested, Location, Value element, ValueRange partial) {
        space.delinearize(nested, loc, element, space.reduction, ivs);
        scf::YieldOp::create(nested, loc,
                             emitPayload(nested, loc, op, ivs, partial));
      });
  return loop.getResult(0);
}

/// Reduces `partial` over the threads that share a row's part.
static Value reduceOverLanes(OpBuilder &builder, Location loc, Value partial,
                             gpu::AllReduceOperation kind, int64_t lanes) {
  if (lanes == kThreadsPerBlock)
    return gpu::AllReduceOp::create(
        builder, loc, partial,
        gpu::AllReduceOperationAttr::get(builder.getContext(), kind),
        /*uniform=*/true);
  if (lanes == kWarp)
    return gpu::SubgroupReduceOp::create(builder, loc, partial, kind,
                                         /*uniform=*/true);
  return partial;
}

/// Combines `value` with what the destination holds.
static void combineIntoOutput(OpBuilder &builder, linalg::LinalgOp op,
                              ValueRange ivs, Value value,
                              std::optional<arith::AtomicRMWKind> atomic) {
  Location loc = op.getLoc();
  OpOperand *init = op.getDpsInitOperand(0);
  SmallVector<Value> indices = getElementIndices(builder, loc, op, init, ivs);
  if (atomic) {
    memref::AtomicRMWOp::create(builder, loc, value.getType(), *atomic, value,
                                init->get(), indices);
    return;
  }
  SmallVector<Operation *> combiners;
  matchReduction(op.getRegionOutputArgs(), 0, combiners);
  Value held = memref::LoadOp::create(builder, loc, init->get(), indices);
  OperationState state(loc, combiners.front()->getName(), {held, value},
                       value.getType());
  Operation *combined = builder.create(state);
  memref::StoreOp::create(builder, loc, combined->getResult(0), init->get(),
                          indices);
}

void mlir::lowp::emitReductionKernel(OpBuilder &builder, linalg::LinalgOp op,
                                     ReductionSchedule schedule,
                                     KernelName name) {
  Location loc = op.getLoc();
  IterationSpace outer = IterationSpace::get(builder, loc, op);
  gpu::LaunchOp launch = createLaunch(
      builder, loc, countBlocks(builder, loc, outer, schedule), name);

  IterationSpace space = IterationSpace::get(builder, loc, op);
  Share share = computeShare(builder, launch, space, schedule);
  if (share.exists)
    builder.setInsertionPoint(
        scf::IfOp::create(builder, loc, share.exists).thenYield());
  Value zero = createConstant(builder, loc, 0);
  SmallVector<Value> ivs(op.getNumLoops(), zero);
  space.delinearize(builder, loc, share.row, space.parallel, ivs);
  Combiner combiner = *matchCombiner(op);
  Value partial = reduceInThread(builder, op, space, share, schedule.lanes,
                                 combiner.neutral, ivs);
  Value total = reduceOverLanes(builder, loc, partial, combiner.blockWide,
                                schedule.lanes);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        share.lane, zero);
  builder.setInsertionPoint(
      scf::IfOp::create(builder, loc, isFirst).thenYield());
  combineIntoOutput(builder, op, ivs, total,
                    schedule.isSplit ? combiner.atomic : std::nullopt);
}
