//===- ReductionKernel.cpp - Threads that share reduced rows --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineResults.h"
#include "KernelLaunch.h"
#include "LinalgLoops.h"
#include "Payload.h"
#include "ReductionSchedule.h"
#include "UnrollReads.h"

#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

/// The loops of `op` with vectors for elements.
static LinalgLoops getSpace(OpBuilder &builder, linalg::LinalgOp op,
                            const ReductionSchedule &schedule) {
  LinalgLoops space = LinalgLoops::get(builder, op.getLoc(), op);
  space.reduction = schedule.loops.rows;
  space.coarsen(builder, op.getLoc(), space.reduction.back(), schedule.width);
  return space;
}

/// Vectors in a part of a row.
static int64_t getPartLength(const ReductionSchedule &schedule) {
  return schedule.lanes * kElementsPerThread / schedule.width;
}

/// Parts of a row.
static Value countParts(OpBuilder &builder, Location loc,
                        const LinalgLoops &space,
                        const ReductionSchedule &schedule) {
  if (!schedule.isSplit)
    return createConstant(builder, loc, 1);
  return arith::CeilDivUIOp::create(
      builder, loc, space.countPoints(builder, loc, space.reduction),
      createConstant(builder, loc, getPartLength(schedule)));
}

/// Blocks for all parts of all rows.
static Value countBlocks(OpBuilder &builder, Location loc,
                         const LinalgLoops &space,
                         const ReductionSchedule &schedule) {
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
  /// The thread's number among those of the row's part.
  Value lane;
  /// Vectors first, first + lanes, ... below last.
  Value first, last;
  /// Whether there is such a part. Threads beyond the last one repeat that,
  /// since shuffles need all threads of a warp, and store nothing.
  Value exists;
};
} // namespace

/// Leaves `space` the rows of the part at `ivs`, if rows lie in parts.
static void takePart(OpBuilder &builder, Location loc, LinalgLoops &space,
                     const ReductionSchedule &schedule, ArrayRef<Value> ivs) {
  const std::optional<ReductionParts> &parts = schedule.loops.parts;
  if (!parts)
    return;
  bool isVector = parts->loop == space.reduction.back();
  space.takePart(builder, loc, parts->loop, ivs[parts->part],
                 isVector ? parts->rows / schedule.width : parts->rows);
}

/// Neighbouring threads get neighbouring lanes, then neighbouring rows. Sets
/// the entries of `ivs` of the parallel loops, and leaves `space` the rows of a
/// part.
static Share computeShare(OpBuilder &builder, gpu::LaunchOp launch,
                          LinalgLoops &space, const ReductionSchedule &schedule,
                          MutableArrayRef<Value> ivs) {
  Location loc = launch.getLoc();
  Value lanes = createConstant(builder, loc, schedule.lanes);
  Value thread = launch.getThreadIds().x;
  Value begin = arith::MulIOp::create(
      builder, loc, launch.getBlockIds().x,
      createConstant(builder, loc, kThreadsPerBlock / schedule.lanes));
  Value number = arith::AddIOp::create(
      builder, loc, begin, arith::DivUIOp::create(builder, loc, thread, lanes));

  Share share;
  share.lane = arith::RemUIOp::create(builder, loc, thread, lanes);
  share.first = share.lane;
  Value rows = space.countPoints(builder, loc, space.parallel);
  Value parts = arith::MulIOp::create(
      builder, loc, rows, countParts(builder, loc, space, schedule));
  share.exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       number, parts);
  Value lastPart = arith::SubIOp::create(builder, loc, parts,
                                         createConstant(builder, loc, 1));
  number = arith::MinUIOp::create(builder, loc, number, lastPart);
  Value row = schedule.isSplit
                  ? arith::RemUIOp::create(builder, loc, number, rows)
                  : number;
  space.delinearize(builder, loc, row, space.parallel, ivs);
  takePart(builder, loc, space, schedule, ivs);
  share.last = space.countPoints(builder, loc, space.reduction);
  if (!schedule.isSplit)
    return share;

  Value part = arith::DivUIOp::create(builder, loc, number, rows);
  Value length = createConstant(builder, loc, getPartLength(schedule));
  Value start = arith::MulIOp::create(builder, loc, part, length);
  share.first = arith::AddIOp::create(builder, loc, start, share.lane);
  share.last = arith::MinUIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, start, length),
      share.last);
  return share;
}

/// Reduces the elements of `share` in the registers of one thread.
static scf::ForOp reduceInThread(OpBuilder &builder, Location loc,
                                 const Payload &payload,
                                 const LinalgLoops &space, const Share &share,
                                 const ReductionSchedule &schedule,
                                 TypedAttr neutral, SmallVector<Value> ivs) {
  unsigned inner = space.reduction.back();
  auto emitVector = [&](OpBuilder &nested, Location, Value number,
                        ValueRange start) {
    space.delinearize(nested, loc, number, space.reduction, ivs);
    SmallVector<Value> partial(start);
    for (int64_t element = 0; element < schedule.width; ++element)
      partial = payload.emit(
          nested,
          moveToElement(nested, loc, ivs, inner, schedule.width, element),
          partial);
    scf::YieldOp::create(nested, loc, partial);
  };
  Value step = createConstant(builder, loc, schedule.lanes);
  Value start = arith::ConstantOp::create(builder, loc, neutral);
  return scf::ForOp::create(builder, loc, share.first, share.last, step, start,
                            emitVector);
}

/// Reduces `partial` over the threads that share a row's part.
static Value reduceOverLanes(OpBuilder &builder, Location loc, Value partial,
                             gpu::AllReduceOperation kind, int64_t lanes) {
  if (lanes == kThreadsPerBlock)
    return gpu::AllReduceOp::create(
        builder, loc, partial,
        gpu::AllReduceOperationAttr::get(builder.getContext(), kind),
        /*uniform=*/true);
  if (lanes == 1)
    return partial;
  auto clusterSize =
      lanes == lowp::kWarpSize ? std::nullopt : std::optional<uint32_t>(lanes);
  return gpu::SubgroupReduceOp::create(builder, loc, partial, kind,
                                       /*uniform=*/true, clusterSize);
}

void mlir::lowp::emitReductionKernel(OpBuilder &builder, linalg::LinalgOp op,
                                     const ReductionSchedule &schedule,
                                     ArrayRef<Value> initial, KernelName name) {
  Location loc = op.getLoc();
  if (schedule.loops.parts)
    combineAllRows(op);
  LinalgLoops outer = getSpace(builder, op, schedule);
  gpu::LaunchOp launch = createLaunch(
      builder, loc, countBlocks(builder, loc, outer, schedule), name);

  Payload payload(builder, op, initial);
  LinalgLoops space = getSpace(builder, op, schedule);
  Value zero = createConstant(builder, loc, 0);
  SmallVector<Value> ivs(op.getNumLoops(), zero);
  Share share = computeShare(builder, launch, space, schedule, ivs);
  Combiner combiner = *matchCombiner(op);
  scf::ForOp loop = reduceInThread(builder, loc, payload, space, share,
                                   schedule, combiner.neutral, ivs);
  Value total = reduceOverLanes(builder, loc, loop.getResult(0),
                                combiner.blockWide, schedule.lanes);
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        share.lane, zero);
  Value stores = arith::AndIOp::create(builder, loc, isFirst, share.exists);
  builder.setInsertionPoint(
      scf::IfOp::create(builder, loc, stores).thenYield());
  combineIntoOutputs(builder, op, payload, ivs, total,
                     schedule.isSplit ? combiner.atomic : std::nullopt);
  unrollReads(loop, op, schedule.countVectors());
}
