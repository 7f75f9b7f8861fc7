//===- PointKernel.cpp - One thread per point of the parallel loops -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLaunch.h"
#include "LinalgLoops.h"
#include "Payload.h"
#include "Reads.h"

#include "lowp/Conversion/LinalgToGPU/KeptPoints.h"
#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

gpu::LaunchOp mlir::lowp::createLaunch(OpBuilder &builder, Location loc,
                                       Value blocks, KernelName name,
                                       int64_t threads) {
  Value one = createConstant(builder, loc, 1);
  auto launch = gpu::LaunchOp::create(
      builder, loc, blocks, one, one, createConstant(builder, loc, threads),
      one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/{}, /*workgroupAttributions=*/{},
      /*privateAttributions=*/{}, /*clusterSizeX=*/Value(),
      /*clusterSizeY=*/Value(), /*clusterSizeZ=*/Value(), name.module,
      name.function);
  launch->setLoc(addKernelWork(loc, name.work));
  builder.setInsertionPointToEnd(&launch.getBody().front());
  auto terminator = gpu::TerminatorOp::create(builder, loc);
  builder.setInsertionPoint(terminator);
  return launch;
}

/// Iterations of a loop of known length that are emitted side by side: their
/// loads are on their way together.
static constexpr int64_t kIterations = 8;
/// Iterations of other loops, as the assembler unrolls them.
static constexpr int64_t kIterationsOfAny = 4;
/// Operations of a body from which on arithmetic hides the loads.
static constexpr int64_t kLongBody = 64;

int64_t mlir::lowp::countPointLoadsAtOnce(linalg::LinalgOp op) {
  SmallVector<unsigned> reduction;
  op.getReductionDims(reduction);
  if (reduction.empty())
    return 1;
  int64_t inner = op.getStaticLoopRanges()[reduction.back()];
  bool isEven = !ShapedType::isDynamic(inner) && inner % kIterations == 0;
  return isEven ? kIterations : kIterationsOfAny;
}

/// Unrolls `loop`, whose iterations read what none of them writes. The order of
/// a sum stays.
static void unroll(scf::ForOp loop) {
  std::optional<APInt> iterations = loop.getStaticTripCount();
  int64_t length = llvm::range_size(loop.getBody()->without_terminator());
  // A loop of one iteration would be no loop: its results would be others.
  if (!iterations || iterations->ule(kIterations) ||
      iterations->urem(kIterations) != 0 || length > kLongBody)
    return;
  (void)loopUnrollByFactor(loop, kIterations);
}

/// Emits the reduction loops around the payload of `points`, partial results in
/// registers. Appends the results of each point to `results`.
static void emitPoints(OpBuilder &builder, Location loc, const Payload &payload,
                       const LinalgLoops &space,
                       MutableArrayRef<SmallVector<Value>> points,
                       SmallVector<Value> &results) {
  Value zero = createConstant(builder, loc, 0);
  Value one = createConstant(builder, loc, 1);
  SmallVector<Value> upper, initial;
  for (unsigned position : space.reduction)
    upper.push_back(space.extents[position]);
  for (SmallVector<Value> &point : points) {
    for (unsigned position : space.reduction)
      point[position] = zero;
    llvm::append_range(initial, payload.loadOutputs(builder, point));
  }
  size_t perPoint = initial.size() / points.size();
  auto emitBody = [&](OpBuilder &nested, Location, ValueRange reductionIvs,
                      ValueRange partial) {
    SmallVector<Value> values;
    for (auto [number, point] : llvm::enumerate(points)) {
      SmallVector<Value> ivs(point);
      for (auto [position, iv] : llvm::zip_equal(space.reduction, reductionIvs))
        ivs[position] = iv;
      ValueRange outputs = partial.slice(number * perPoint, perPoint);
      SmallVector<Value> computed = payload.emit(
          nested, ivs, payload.loadOwnOutputs(nested, ivs, outputs));
      llvm::append_range(
          values, payload.storeOwnOutputs(nested, ivs, computed, outputs));
    }
    return values;
  };
  if (upper.empty()) {
    results = emitBody(builder, loc, {}, initial);
    return;
  }
  SmallVector<Value> lower(upper.size(), zero), steps(upper.size(), one);
  scf::LoopNest nest =
      scf::buildLoopNest(builder, loc, lower, upper, steps, initial, emitBody);
  results = nest.results;
  unroll(nest.loops.back());
}

/// Emits `width` neighbouring points along `loop`; all loads come before all
/// stores, so that neither are kept apart by the other.
static void emitVector(OpBuilder &builder, Location loc, const Payload &payload,
                       const LinalgLoops &space, ArrayRef<Value> ivs,
                       unsigned loop, int64_t width) {
  SmallVector<SmallVector<Value>> points;
  SmallVector<Value> results;
  for (int64_t element = 0; element < width; ++element)
    points.push_back(moveToElement(builder, loc, ivs, loop, width, element));
  emitPoints(builder, loc, payload, space, points, results);
  size_t perPoint = results.size() / points.size();
  for (auto [number, point] : llvm::enumerate(points))
    payload.storeOutputs(builder, point,
                         ArrayRef(results).slice(number * perPoint, perPoint));
}

/// Whether neighbours along `loop` are neighbours in all that depends on it.
static bool isContiguous(linalg::LinalgOp op, unsigned loop) {
  return llvm::all_of(getReads(op), [&](const Read &read) {
    return !read.loops.test(loop) || read.contiguousLoops.test(loop);
  });
}

/// A thread that adds up rows has few neighbours: other threads are to hide
/// the latency of its loads.
static constexpr int64_t kWidthOfSums = 2;

/// Several vectors of `width` along a loop of `extent`, where a thread finds
/// for most points that they are kept: to start more threads would take longer.
static int64_t widenForKept(int64_t width, int64_t extent) {
  constexpr int64_t kMostVectors = 8;
  int64_t most = width * kMostVectors;
  while (width < most && extent % (2 * width) == 0)
    width *= 2;
  return width;
}

static int64_t chooseWidth(linalg::LinalgOp op, const LinalgLoops &space,
                           std::optional<KeptRows> kept) {
  if (space.parallel.empty())
    return 1;
  unsigned loop = space.parallel.back();
  int64_t width = getVectorWidth(op, loop);
  // A stored value that the body does not compute takes one register.
  if (kept && width > 1 && kept->getOther().getParentBlock() != op.getBlock())
    return widenForKept(width, op.getStaticLoopRanges()[loop]);
  if (space.reduction.empty())
    return width;
  return isContiguous(op, loop) ? std::min(width, kWidthOfSums) : 1;
}

/// Leaves the builder where points that `kept` keeps do not come, and the body
/// of `op` without the condition.
static void skipKept(OpBuilder &builder, linalg::LinalgOp op, KeptRows kept,
                     const Payload &payload, ArrayRef<Value> ivs) {
  Location loc = op.getLoc();
  Value changes = payload.emitValue(builder, ivs, kept.select.getCondition());
  if (kept.keepsIfTrue)
    changes = arith::XOrIOp::create(
        builder, loc, changes,
        arith::ConstantIntOp::create(builder, loc, /*value=*/1, /*width=*/1));
  auto guard = scf::IfOp::create(builder, loc, changes);
  builder.setInsertionPoint(guard.thenYield());
  kept.select.replaceAllUsesWith(kept.getOther());
  for (Operation &inner :
       llvm::make_early_inc_range(llvm::reverse(*op.getBlock())))
    if (isOpTriviallyDead(&inner))
      inner.erase();
}

void mlir::lowp::emitPointKernel(OpBuilder &builder, linalg::LinalgOp op,
                                 ArrayRef<Value> initial, KernelName name) {
  Location loc = op.getLoc();
  LinalgLoops outer = LinalgLoops::get(builder, loc, op);
  std::optional<KeptRows> kept = findKeptPoints(op);
  int64_t width = chooseWidth(op, outer, kept);
  unsigned loop = outer.parallel.empty() ? 0 : outer.parallel.back();
  if (width > 1)
    outer.coarsen(builder, loc, loop, width);
  Value points = outer.countPoints(builder, loc, outer.parallel);
  Value blocks = arith::CeilDivUIOp::create(
      builder, loc, points, createConstant(builder, loc, kThreadsPerBlock));
  gpu::LaunchOp launch = createLaunch(builder, loc, blocks, name);

  Payload payload(builder, op, initial);
  LinalgLoops space = LinalgLoops::get(builder, loc, op);
  if (width > 1)
    space.coarsen(builder, loc, loop, width);
  Value threads = createConstant(builder, loc, kThreadsPerBlock);
  Value first =
      arith::MulIOp::create(builder, loc, launch.getBlockIds().x, threads);
  Value point =
      arith::AddIOp::create(builder, loc, first, launch.getThreadIds().x);
  Value inside =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, point,
                            space.countPoints(builder, loc, space.parallel));
  auto guard = scf::IfOp::create(builder, loc, inside);
  builder.setInsertionPoint(guard.thenYield());

  SmallVector<Value> ivs(op.getNumLoops());
  space.delinearize(builder, loc, point, space.parallel, ivs);
  if (kept)
    skipKept(builder, op, *kept, payload, ivs);
  emitVector(builder, loc, payload, space, ivs, loop, width);
}
