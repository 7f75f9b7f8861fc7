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
static void emitPoint(OpBuilder &builder, Location loc, linalg::LinalgOp op,
                      const IterationSpace &space, SmallVector<Value> ivs) {
  Value zero = createConstant(builder, loc, 0);
  Value one = createConstant(builder, loc, 1);
  SmallVector<Value> upper;
  for (unsigned position : space.reduction) {
    upper.push_back(space.extents[position]);
    ivs[position] = zero;
  }
  SmallVector<Value> lower(upper.size(), zero), steps(upper.size(), one);
  SmallVector<Value> results = loadOutputs(builder, loc, op, ivs);
  SmallVector<Value> outputIvs = ivs;

  auto emitBody = [&](OpBuilder &nested, Location, ValueRange reductionIvs,
                      ValueRange partial) {
    for (auto [position, iv] : llvm::zip_equal(space.reduction, reductionIvs))
      ivs[position] = iv;
    return emitPayload(nested, loc, op, ivs, partial);
  };
  if (upper.empty())
    results = emitBody(builder, loc, {}, results);
  else
    results = scf::buildLoopNest(builder, loc, lower, upper, steps, results,
                                 emitBody)
                  .results;
  storeOutputs(builder, loc, op, outputIvs, results);
}

void mlir::lowp::emitPointKernel(OpBuilder &builder, linalg::LinalgOp op,
                                 KernelName name) {
  Location loc = op.getLoc();
  IterationSpace outer = IterationSpace::get(builder, loc, op);
  Value points = outer.countPoints(builder, loc, outer.parallel);
  Value blocks = arith::CeilDivUIOp::create(
      builder, loc, points, createConstant(builder, loc, kThreadsPerBlock));
  gpu::LaunchOp launch = createLaunch(builder, loc, blocks, name);

  IterationSpace space = IterationSpace::get(builder, loc, op);
  Value threads = createConstant(builder, loc, kThreadsPerBlock);
  Value first = arith::MulIOp::create(builder, loc, launch.getBlockIds().x,
                                      threads);
  Value point =
      arith::AddIOp::create(builder, loc, first, launch.getThreadIds().x);
  Value inside = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ult, point,
      space.countPoints(builder, loc, space.parallel));
  auto guard = scf::IfOp::create(builder, loc, inside);
  builder.setInsertionPoint(guard.thenYield());

  SmallVector<Value> ivs(op.getNumLoops());
  space.delinearize(builder, loc, point, space.parallel, ivs);
  emitPoint(builder, loc, op, space, ivs);
}
