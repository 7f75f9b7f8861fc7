//===- PointKernel.cpp - One thread per point of the parallel loops -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IterationSpace.h"
#include "KernelLaunch.h"
#include "Payload.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

static Value createConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

gpu::LaunchOp mlir::lowp::createLaunch(OpBuilder &builder, Location loc,
                                       Value blocks, KernelName name) {
  Value one = createConstant(builder, loc, 1);
  Value threads = createConstant(builder, loc, kThreadsPerBlock);
  auto launch = gpu::LaunchOp::create(
      builder, loc, blocks, one, one, threads, one, one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/{}, /*workgroupAttributions=*/{},
      /*privateAttributions=*/{}, /*clusterSizeX=*/Value(),
      /*clusterSizeY=*/Value(), /*clusterSizeZ=*/Value(), name.module,
      name.function);
  builder.setInsertionPointToEnd(&launch.getBody().front());
  auto terminator = gpu::TerminatorOp::create(builder, loc);
  builder.setInsertionPoint(terminator);
  return launch;
}

/// Emits the reduction loops around the payload, partial results in registers.
/// Returns the results.
static SmallVector<Value> emitPoint(OpBuilder &builder, Location loc,
                                    const Payload &payload,
                                    const IterationSpace &space,
                                    SmallVector<Value> ivs) {
  Value zero = createConstant(builder, loc, 0);
  Value one = createConstant(builder, loc, 1);
  SmallVector<Value> upper;
  for (unsigned position : space.reduction) {
    upper.push_back(space.extents[position]);
    ivs[position] = zero;
  }
  SmallVector<Value> lower(upper.size(), zero), steps(upper.size(), one);
  SmallVector<Value> results = payload.loadOutputs(builder, ivs);
  auto emitBody = [&](OpBuilder &nested, Location, ValueRange reductionIvs,
                      ValueRange partial) {
    for (auto [position, iv] : llvm::zip_equal(space.reduction, reductionIvs))
      ivs[position] = iv;
    return payload.emit(nested, ivs, partial);
  };
  if (upper.empty())
    return emitBody(builder, loc, {}, results);
  return llvm::to_vector(
      scf::buildLoopNest(builder, loc, lower, upper, steps, results, emitBody)
          .results);
}

/// Emits `width` neighbouring points along `loop`; all loads come before all
/// stores, so that neither are kept apart by the other.
static void emitVector(OpBuilder &builder, Location loc, const Payload &payload,
                       const IterationSpace &space, ArrayRef<Value> ivs,
                       unsigned loop, int64_t width) {
  SmallVector<SmallVector<Value>> points, results;
  for (int64_t element = 0; element < width; ++element)
    points.push_back(moveToElement(builder, loc, ivs, loop, width, element));
  for (SmallVector<Value> &point : points)
    results.push_back(emitPoint(builder, loc, payload, space, point));
  Value zero = createConstant(builder, loc, 0);
  for (auto [point, values] : llvm::zip_equal(points, results)) {
    for (unsigned position : space.reduction)
      point[position] = zero;
    payload.storeOutputs(builder, point, values);
  }
}

/// Vectors are for ops without reductions: these have their own kernels, and
/// the others are too slow for the width of an access to matter.
static int64_t chooseWidth(linalg::LinalgOp op, const IterationSpace &space) {
  return space.parallel.empty() || !space.reduction.empty()
             ? 1
             : getVectorWidth(op, space.parallel.back());
}

void mlir::lowp::emitPointKernel(OpBuilder &builder, linalg::LinalgOp op,
                                 Value initial, KernelName name) {
  Location loc = op.getLoc();
  IterationSpace outer = IterationSpace::get(builder, loc, op);
  int64_t width = chooseWidth(op, outer);
  unsigned loop = outer.parallel.empty() ? 0 : outer.parallel.back();
  if (width > 1)
    outer.coarsen(builder, loc, loop, width);
  Value points = outer.countPoints(builder, loc, outer.parallel);
  Value blocks = arith::CeilDivUIOp::create(
      builder, loc, points, createConstant(builder, loc, kThreadsPerBlock));
  gpu::LaunchOp launch = createLaunch(builder, loc, blocks, name);

  Payload payload(builder, op, initial);
  IterationSpace space = IterationSpace::get(builder, loc, op);
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
  emitVector(builder, loc, payload, space, ivs, loop, width);
}
