//===- MaterializePipelines.cpp - Pipelines to barriers and rings ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExpectedBytes.h"
#include "PipelineArrivals.h"
#include "StageUses.h"
#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_MATERIALIZEPIPELINESPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether `op` takes the next stage of the ring that is its first operand. An
/// exchange is a ring of one stage.
static bool movesAlongRing(Operation *op) {
  return isa<AcquireOp, WaitOp, ReduceScatterOp>(op);
}

/// Ring positions travel through these loops; other regions between a role and
/// its pipeline operations would lose count.
static LogicalResult verifyPlace(Operation *op) {
  Operation *parent = op->getParentOp();
  while (isa<ForEachTileOp, scf::ForOp>(parent))
    parent = parent->getParentOp();
  if (isa<RoleOp>(parent))
    return success();
  return op->emitOpError("expected only lowp_gpu.for_each_tile and scf.for "
                         "between it and its role, got ")
         << parent->getName() << "; run lowp-gpu-unroll-k first";
}

static LogicalResult verifyPlaces(KernelOp kernel) {
  WalkResult result = kernel.walk([](Operation *op) {
    if (movesAlongRing(op) && failed(verifyPlace(op)))
      return WalkResult::interrupt();
    if (isa<CommitOp, ReleaseOp>(op)) {
      Value pipeline = findPipeline(op->getOperand(0));
      if (pipeline && pipeline.getDefiningOp<PipelineOp>())
        return WalkResult::advance();
      op->emitOpError("expected a stage that can be followed to its pipeline");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

namespace {
/// Where a role stands in a pipeline's ring.
struct RingPosition {
  Value index;
  Value phase;
};
using RingPositions = llvm::MapVector<Value, RingPosition>;
/// The arrivals at the barriers of each pipeline.
using ArrivalMap = llvm::DenseMap<Value, PipelineArrivals>;

/// Rewrites the pipeline operations of one role.
class RoleMaterializer {
public:
  RoleMaterializer(MLIRContext *context, const ArrivalMap &arrivals)
      : rewriter(context), arrivals(arrivals) {}
  void run(RoleOp role);

private:
  void visitBlock(Block &block, RingPositions &positions);
  void visitLoop(ForEachTileOp loop, RingPositions &positions);
  void visitLoop(scf::ForOp loop, RingPositions &positions);
  void lower(AcquireOp op, RingPositions &positions);
  void lower(WaitOp op, RingPositions &positions);
  void lower(ReduceScatterOp op, RingPositions &positions);
  void lower(CommitOp op);
  void lower(ReleaseOp op);

  IRRewriter rewriter;
  const ArrivalMap &arrivals;
  StagesReadByLanes readByLanes;
};
} // namespace

/// The positions of the pipelines that are used somewhere inside `op`.
static RingPositions selectUsed(Operation *op, const RingPositions &all) {
  RingPositions used;
  op->walk([&](Operation *user) {
    if (!movesAlongRing(user))
      return;
    Value pipeline = user->getOperand(0);
    used.insert({pipeline, all.lookup(pipeline)});
  });
  return used;
}

static SmallVector<Value> flatten(const RingPositions &positions) {
  SmallVector<Value> values;
  for (const auto &[pipeline, position] : positions)
    values.append({position.index, position.phase});
  return values;
}

/// Replaces the positions by `values`, the order being that of `flatten`.
static void assign(RingPositions &positions, ValueRange values) {
  for (auto [number, entry] : llvm::enumerate(positions))
    entry.second = {values[2 * number], values[2 * number + 1]};
}

static void update(RingPositions &all, const RingPositions &some) {
  for (const auto &[pipeline, position] : some)
    all[pipeline] = position;
}

/// Moves to the next stage: index + 1 or back to 0 with the other phase.
static void advance(ImplicitLocOpBuilder &builder, Value pipeline,
                    RingPosition &position) {
  auto ring = dyn_cast<PipelineType>(pipeline.getType());
  int64_t stages = ring ? ring.getStages() : 1;
  if (stages == 1) {
    position.phase =
        arith::XOrIOp::create(builder, position.phase, constantI32(builder, 1));
    return;
  }
  Value next =
      arith::AddIOp::create(builder, position.index, constantI32(builder, 1));
  Value wraps = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, next,
                                      constantI32(builder, stages));
  Value flipped =
      arith::XOrIOp::create(builder, position.phase, constantI32(builder, 1));
  position.index =
      arith::SelectOp::create(builder, wraps, constantI32(builder, 0), next);
  position.phase =
      arith::SelectOp::create(builder, wraps, flipped, position.phase);
}

/// The overlap of the places of the only stage of `pipeline`, or 0.
static int64_t getOverlap(Value pipeline) {
  auto op = pipeline.getDefiningOp<PipelineOp>();
  return op ? op.getOverlap().value_or(0) : 0;
}

/// Where the stage at `position` lies: places of the only one are as many as
/// phases, and take turns as these do.
static Value getPlace(Value pipeline, const RingPosition &position) {
  return getOverlap(pipeline) ? position.phase : position.index;
}

/// The index of the barriers of `stage`, those of the only stage where its
/// index is that of its place.
static Value getBarrierIndex(ImplicitLocOpBuilder &builder, Value pipeline,
                             Value stage) {
  if (getOverlap(pipeline))
    return constantI32(builder, 0);
  return StageIndexOp::create(builder, stage);
}

void RoleMaterializer::lower(AcquireOp op, RingPositions &positions) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value pipeline = op.getPipeline();
  RingPosition &position = positions[pipeline];
  // The ring starts empty: the phase before the first one counts as complete.
  Value parity =
      arith::XOrIOp::create(builder, position.phase, constantI32(builder, 1));
  BarrierWaitOp::create(builder, BarrierKind::Empty, pipeline, position.index,
                        parity);
  expectBytes(builder, op, position.index, arrivals.lookup(pipeline).fullPlace);
  Value stage = StageAtOp::create(builder, op.getStage().getType(), pipeline,
                                  getPlace(pipeline, position));
  advance(builder, pipeline, position);
  rewriter.replaceOp(op, stage);
}

//===----------------------------------------------------------------------===//
// Sets of scales
//===----------------------------------------------------------------------===//

/// The product that reads scales of `stage`, or null.
static MmaIntoOp findScaledProduct(Value stage) {
  for (Operation *user : stage.getUsers())
    if (auto view = dyn_cast<ViewOp>(user))
      for (Operation *reader : view.getTile().getUsers())
        if (auto product = dyn_cast<MmaIntoOp>(reader);
            product && product.getScaleSets())
          return product;
  return {};
}

/// Waits until the products are done that read the stage `sets` before the one
/// at `position`: they took the same set of scales.
static void waitForProducts(ImplicitLocOpBuilder &builder, Value pipeline,
                            const RingPosition &position, int64_t stages,
                            int64_t sets) {
  Value before = arith::SubIOp::create(builder, position.index,
                                       constantI32(builder, sets));
  Value wraps = arith::CmpIOp::create(builder, arith::CmpIPredicate::slt,
                                      before, constantI32(builder, 0));
  Value last =
      arith::AddIOp::create(builder, before, constantI32(builder, stages));
  // In the first lap the phase before it counts as complete.
  Value parity =
      arith::XOrIOp::create(builder, position.phase, constantI32(builder, 1));
  BarrierWaitOp::create(
      builder, BarrierKind::Empty, pipeline,
      arith::SelectOp::create(builder, wraps, last, before),
      arith::SelectOp::create(builder, wraps, parity, position.phase));
}

/// Gives the product of the stage at `position` its set of scales: that of the
/// stage, or one of two, which alternate.
static void placeScales(ImplicitLocOpBuilder &builder, MmaIntoOp product,
                        Value pipeline, const RingPosition &position) {
  int64_t stages = cast<PipelineType>(pipeline.getType()).getStages();
  int64_t sets = *product.getScaleSets();
  Value set = position.index;
  if (sets < stages) {
    waitForProducts(builder, pipeline, position, stages, sets);
    if (stages % sets != 0)
      set = arith::XOrIOp::create(builder, set, position.phase);
    set = arith::AndIOp::create(builder, set, constantI32(builder, sets - 1));
  }
  product.getScaleSetMutable().assign(set);
}

/// Tells the columns of `op`, whose stage lies in the second of two places
/// where `phase` is 1: the columns that both share are the first ones there.
static void lowerColumn(IRRewriter &rewriter, OverlapColumnOp op, Value phase) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  TileType tile = op.getStage().getType().getField(op.getField());
  int64_t down = tile.getShape()[1] - op.getColumns() - op.getFirst();
  Value isSecond = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                         phase, constantI32(builder, 0));
  Value column = arith::SelectOp::create(builder, isSecond,
                                         constantI32(builder, op.getFirst()),
                                         constantI32(builder, down));
  rewriter.replaceOp(op, column);
}

void RoleMaterializer::lower(WaitOp op, RingPositions &positions) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value pipeline = op.getPipeline();
  RingPosition &position = positions[pipeline];
  BarrierWaitOp::create(builder, BarrierKind::Full, pipeline, position.index,
                        position.phase);
  if (MmaIntoOp product = findScaledProduct(op.getStage()))
    placeScales(builder, product, pipeline, position);
  for (Operation *user : llvm::make_early_inc_range(op.getStage().getUsers()))
    if (auto column = dyn_cast<OverlapColumnOp>(user))
      lowerColumn(rewriter, column, position.phase);
  Value stage = StageAtOp::create(builder, op.getStage().getType(), pipeline,
                                  getPlace(pipeline, position));
  advance(builder, pipeline, position);
  rewriter.replaceOp(op, stage);
}

void RoleMaterializer::lower(ReduceScatterOp op, RingPositions &positions) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  RingPosition &position = positions[op.getExchange()];
  op.getPhaseMutable().assign(position.phase);
  advance(builder, op.getExchange(), position);
}

void RoleMaterializer::lower(CommitOp op) {
  Value pipeline = findPipeline(op.getStage());
  const PipelineArrivals &all = arrivals.at(pipeline);
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  // TMA copies signal the barrier themselves.
  if (all.full != Arrival::Copies)
    BarrierArriveOp::create(builder, BarrierKind::Full, pipeline,
                            getBarrierIndex(builder, pipeline, op.getStage()),
                            /*by_products=*/all.full == Arrival::Products,
                            all.fullPlace);
  rewriter.eraseOp(op);
}

/// Lets lanes wait for what they have read of the stage that `op` gives away.
static void finishReads(ReleaseOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  // There, rather than here, a product may still hide the wait.
  if (Operation *read = findLastLaneRead(op)) {
    // It waits for all stages that were read there.
    if (isa_and_present<FinishReadsOp>(read->getNextNode()))
      return;
    builder.setInsertionPointAfter(read);
  }
  FinishReadsOp::create(builder);
}

void RoleMaterializer::lower(ReleaseOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  Value pipeline = findPipeline(op.getStage());
  Value index = getBarrierIndex(builder, pipeline, op.getStage());
  if (readByLanes.contains({pipeline, op.getStage().getType()}))
    finishReads(op);
  const PipelineArrivals &all = arrivals.at(pipeline);
  BarrierArriveOp::create(builder, BarrierKind::Empty, pipeline, index,
                          /*by_products=*/all.empty == Arrival::Products,
                          all.emptyPlace);
  rewriter.eraseOp(op);
}

void RoleMaterializer::visitLoop(ForEachTileOp loop, RingPositions &positions) {
  RingPositions used = selectUsed(loop, positions);
  SmallVector<Value> places = flatten(used);
  loop = loop.carry(rewriter, places);
  Block &body = loop.getBody().front();
  assign(used, ValueRange(body.getArguments()).take_back(places.size()));
  visitBlock(body, used);
  auto yield = cast<YieldOp>(body.getTerminator());
  yield.getValuesMutable().append(flatten(used));
  assign(used, loop.getResults().take_back(places.size()));
  update(positions, used);
}

void RoleMaterializer::visitLoop(scf::ForOp loop, RingPositions &positions) {
  RingPositions used = selectUsed(loop, positions);
  SmallVector<Value> inits(loop.getInits());
  llvm::append_range(inits, flatten(used));
  rewriter.setInsertionPoint(loop);
  auto carrying =
      scf::ForOp::create(rewriter, loop.getLoc(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), inits);
  Block &body = *carrying.getBody();
  if (body.mightHaveTerminator())
    rewriter.eraseOp(body.getTerminator());
  unsigned old = 1 + loop.getInits().size();
  rewriter.mergeBlocks(loop.getBody(), &body,
                       body.getArguments().take_front(old));
  assign(used, ValueRange(body.getArguments()).drop_front(old));
  visitBlock(body, used);
  auto yield = cast<scf::YieldOp>(body.getTerminator());
  yield.getResultsMutable().append(flatten(used));
  unsigned results = loop.getNumResults();
  rewriter.replaceOp(loop, carrying.getResults().take_front(results));
  assign(used, carrying.getResults().drop_front(results));
  update(positions, used);
}

void RoleMaterializer::visitBlock(Block &block, RingPositions &positions) {
  for (Operation &op : llvm::make_early_inc_range(block))
    llvm::TypeSwitch<Operation *>(&op)
        .Case<ForEachTileOp, scf::ForOp>(
            [&](auto loop) { visitLoop(loop, positions); })
        .Case<AcquireOp, WaitOp, ReduceScatterOp>(
            [&](auto op) { lower(op, positions); });
}

void RoleMaterializer::run(RoleOp role) {
  Block &block = role.getBody().front();
  ImplicitLocOpBuilder builder(role.getLoc(), role->getContext());
  builder.setInsertionPointToStart(&block);
  Value zero = constantI32(builder, 0);
  RingPositions positions;
  role.walk([&](Operation *op) {
    if (movesAlongRing(op))
      positions.insert({op->getOperand(0), RingPosition{zero, zero}});
  });
  readByLanes = findStagesReadByLanes(role);
  // Stages are closed first, while loads still tell how they were filled.
  SmallVector<Operation *> closing;
  role.walk([&](Operation *op) {
    if (isa<CommitOp, ReleaseOp>(op))
      closing.push_back(op);
  });
  for (Operation *op : closing)
    llvm::TypeSwitch<Operation *>(op).Case<CommitOp, ReleaseOp>(
        [&](auto op) { lower(op); });
  visitBlock(block, positions);
}

namespace {
struct MaterializePipelines
    : public lowp_gpu::impl::MaterializePipelinesPassBase<
          MaterializePipelines> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    if (failed(verifyPlaces(kernel)))
      return signalPassFailure();
    ArrivalMap arrivals;
    for (auto pipeline : kernel.getBody().getOps<PipelineOp>()) {
      FailureOr<PipelineArrivals> own = setArrivals(pipeline);
      if (failed(own))
        return signalPassFailure();
      arrivals.insert({pipeline.getPipeline(), *own});
    }
    for (auto role : kernel.getBody().getOps<RoleOp>())
      RoleMaterializer(&getContext(), arrivals).run(role);
  }
};
} // namespace
