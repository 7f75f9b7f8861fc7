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
#include "UnrollReads.h"

#include "lowp/Conversion/LinalgToGPU/KeptPoints.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/Lowp/IR/KernelWork.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

gpu::LaunchOp mlir::lowp::createLaunch(ImplicitLocOpBuilder &b, Value blocks,
                                       KernelName name, int64_t threads) {
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto launch = gpu::LaunchOp::create(
      b, blocks, one, one, arith::ConstantIndexOp::create(b, threads), one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), /*workgroupAttributions=*/TypeRange(),
      /*privateAttributions=*/TypeRange(), /*clusterSizeX=*/Value(),
      /*clusterSizeY=*/Value(), /*clusterSizeZ=*/Value(), name.module,
      name.function);
  launch->setLoc(addKernelWork(b.getLoc(), name.work));
  b.setInsertionPointToEnd(&launch.getBody().front());
  b.setInsertionPoint(gpu::TerminatorOp::create(b));
  return launch;
}

gpu::LaunchOp mlir::lowp::createPointLaunch(ImplicitLocOpBuilder &b,
                                            Value points, KernelName name) {
  Value threads = arith::ConstantIndexOp::create(b, kThreadsPerBlock);
  return createLaunch(b, arith::CeilDivUIOp::create(b, points, threads), name);
}

Value mlir::lowp::enterPoint(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
                             Value points) {
  Value threads = arith::ConstantIndexOp::create(b, kThreadsPerBlock);
  Value first = arith::MulIOp::create(b, launch.getBlockIds().x, threads);
  Value point = arith::AddIOp::create(b, first, launch.getThreadIds().x);
  enterIf(b,
          arith::CmpIOp::create(b, arith::CmpIPredicate::ult, point, points));
  return point;
}

/// Emits the reduction loops around the payload of `points`, partial results in
/// registers. Appends the results of each point to `results`. Returns the
/// innermost loop, if there is one.
static scf::ForOp emitPoints(ImplicitLocOpBuilder &b, Payload &payload,
                             const LinalgLoops &space,
                             MutableArrayRef<SmallVector<Value>> points,
                             SmallVector<Value> &results) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  SmallVector<Value> upper, initial;
  for (unsigned position : space.reduction)
    upper.push_back(space.extents[position]);
  for (SmallVector<Value> &point : points) {
    for (unsigned position : space.reduction)
      point[position] = zero;
    llvm::append_range(initial, payload.loadOutputs(b, point));
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
    results = emitBody(b, b.getLoc(), {}, initial);
    return {};
  }
  SmallVector<Value> lower(upper.size(), zero), steps(upper.size(), one);
  scf::LoopNest nest =
      scf::buildLoopNest(b, b.getLoc(), lower, upper, steps, initial, emitBody);
  results = nest.results;
  return nest.loops.back();
}

/// Emits `width` neighbouring points along `loop`; all loads come before all
/// stores, so that neither are kept apart by the other.
static void emitVector(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                       Payload &payload, const LinalgLoops &space,
                       ArrayRef<Value> ivs, unsigned loop, int64_t width) {
  SmallVector<SmallVector<Value>> points;
  SmallVector<Value> results;
  for (int64_t element = 0; element < width; ++element)
    points.push_back(moveToElement(b, ivs, loop, width, element));
  scf::ForOp inner = emitPoints(b, payload, space, points, results);
  size_t perPoint = results.size() / points.size();
  for (auto [number, point] : llvm::enumerate(points))
    payload.storeOutputs(b, point,
                         ArrayRef(results).slice(number * perPoint, perPoint));
  // It may be no loop any more: its results would be others.
  if (inner)
    unrollReads(inner, op, countInnermost(op));
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
static void skipKept(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                     KeptRows kept, Payload &payload, ArrayRef<Value> ivs) {
  Value changes = payload.emitValue(b, ivs, kept.select.getCondition());
  if (kept.keepsIfTrue)
    changes = arith::XOrIOp::create(
        b, changes, arith::ConstantIntOp::create(b, /*value=*/1, /*width=*/1));
  enterIf(b, changes);
  kept.select.replaceAllUsesWith(kept.getOther());
  for (Operation &inner :
       llvm::make_early_inc_range(llvm::reverse(*op.getBlock())))
    if (isOpTriviallyDead(&inner))
      inner.erase();
}

void mlir::lowp::emitPointKernel(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                                 ArrayRef<Value> initial, KernelName name) {
  LinalgLoops space = LinalgLoops::get(b, op);
  std::optional<KeptRows> kept = findKeptPoints(op);
  int64_t width = chooseWidth(op, space, kept);
  unsigned loop = space.parallel.empty() ? 0 : space.parallel.back();
  if (width > 1)
    space.coarsen(b, loop, width);
  Value points = space.countPoints(b, space.parallel);
  gpu::LaunchOp launch = createPointLaunch(b, points, name);
  Payload payload(b, op, initial);
  SmallVector<Value> ivs(op.getNumLoops());
  space.delinearize(b, enterPoint(b, launch, points), space.parallel, ivs);
  if (kept)
    skipKept(b, op, *kept, payload, ivs);
  emitVector(b, op, payload, space, ivs, loop, width);
}
