//===- ScheduleTiles.cpp - Turns for_each_tile into a loop over tiles -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "lowp/Support/TileOrder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_SCHEDULETILESPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// An i32 value with the operators that index formulas use, so that device
/// code is emitted from the same formula that the host evaluates.
struct IndexValue {
  ImplicitLocOpBuilder *builder;
  Value value;

  template <typename Op>
  IndexValue apply(const IndexValue &other) const {
    return {builder, Op::create(*builder, value, other.value)};
  }
  IndexValue operator+(const IndexValue &o) const {
    return apply<arith::AddIOp>(o);
  }
  IndexValue operator-(const IndexValue &o) const {
    return apply<arith::SubIOp>(o);
  }
  IndexValue operator*(const IndexValue &o) const {
    return apply<arith::MulIOp>(o);
  }
  IndexValue operator/(const IndexValue &o) const {
    return apply<arith::DivUIOp>(o);
  }
  IndexValue operator%(const IndexValue &o) const {
    return apply<arith::RemUIOp>(o);
  }
  IndexValue operator*(int64_t o) const { return *this * constant(o); }
  IndexValue operator/(int64_t o) const { return *this / constant(o); }
  IndexValue ceilDiv(int64_t o) const { return ceilDiv(constant(o)); }
  IndexValue ceilDiv(const IndexValue &o) const {
    return (*this + o - constant(1)) / o;
  }
  IndexValue constant(int64_t o) const {
    return {builder, constantI32(*builder, o)};
  }
};
} // namespace

/// Rows of a tile: those of the config, unless the scheduler has lower ones.
static IndexValue getTileM(ImplicitLocOpBuilder &builder,
                           TileSchedulerOp scheduler, ConfigAttr config) {
  if (Value tileM = scheduler.getTileM())
    return {&builder, tileM};
  return {&builder, constantI32(builder, config.getTile()[0])};
}

/// Moves what locates a tile after the first product, where it costs nothing,
/// unless something before needs it.
static void hideLocation(Block &body, Operation *end, ValueRange location) {
  auto products = body.getOps<MmaOp>();
  if (products.empty())
    return;
  Operation *product = *products.begin();
  for (Value value : location)
    for (Operation *user : value.getUsers())
      if (body.findAncestorOpInBlock(*user)->isBeforeInBlock(product))
        return;
  Operation *last = product;
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(body.begin(), Block::iterator(end)))) {
    op.moveAfter(last);
    last = &op;
  }
}

/// Fills `loop`, whose induction variable numbers this cluster's tiles, from
/// the last one of all where `descends`, with the body of `tiles`.
static void emitBody(scf::ForOp loop, bool descends, ForEachTileOp tiles,
                     ConfigAttr config, IndexValue rows, IndexValue columns,
                     IndexValue tileM) {
  ImplicitLocOpBuilder builder(tiles.getLoc(), tiles.getContext());
  IRRewriter rewriter(builder);
  Block &body = *loop.getBody();
  if (body.mightHaveTerminator())
    rewriter.eraseOp(body.getTerminator());
  builder.setInsertionPointToStart(&body);
  IndexValue index{&builder, loop.getInductionVar()};
  rows.builder = columns.builder = tileM.builder = &builder;
  if (descends)
    index =
        IndexValue{&builder, loop.getUpperBound()} - index.constant(1) - index;
  auto position = lowp::visitedTile(
      index, rows, columns, index.constant(config.getGroupM()),
      [](const IndexValue &a, const IndexValue &b) {
        return a.apply<arith::MinUIOp>(b);
      });
  ArrayRef<int64_t> tile = config.getTile(), cluster = config.getCluster();
  // Neighbours in a cluster split K of the same tile.
  IndexValue rank{&builder, ClusterRankOp::create(builder)};
  if (config.getSplitK() > 1)
    rank = rank / config.getSplitK();
  IndexValue row = (position.row * cluster[0] + rank / cluster[1]) * tileM;
  IndexValue column =
      (position.column * cluster[1] + rank % rank.constant(cluster[1])) *
      tile[1];
  SmallVector<Value> arguments{row.value, column.value};
  llvm::append_range(arguments, loop.getRegionIterArgs());
  Operation *first = &tiles.getBody().front().front();
  rewriter.mergeBlocks(&tiles.getBody().front(), &body, arguments);
  hideLocation(body, first, {row.value, column.value});
  Operation *yield = body.getTerminator();
  rewriter.setInsertionPoint(yield);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(yield, yield->getOperands());
}

static void lowerLoop(ForEachTileOp tiles) {
  auto kernel = tiles->getParentOfType<KernelOp>();
  auto scheduler = tiles.getOver().getDefiningOp<TileSchedulerOp>();
  ConfigAttr config = kernel.getConfig();
  ArrayRef<int64_t> tile = config.getTile(), cluster = config.getCluster();
  ImplicitLocOpBuilder builder(tiles.getLoc(), tiles);
  IndexValue extent{&builder, scheduler.getM()};
  IndexValue tileM = getTileM(builder, scheduler, config);
  IndexValue rows = scheduler.getTileM() ? extent.ceilDiv(tileM * cluster[0])
                                         : extent.ceilDiv(tile[0] * cluster[0]);
  IndexValue columns =
      IndexValue{&builder, scheduler.getN()}.ceilDiv(tile[1] * cluster[1]);
  Value first = ClusterIndexOp::create(builder);
  Value step = ClusterCountOp::create(builder);
  auto loop = scf::ForOp::create(builder, first, (rows * columns).value, step,
                                 tiles.getInits());
  bool descends = kernel->hasAttr(LowpGPUDialect::getDescendingAttrName());
  emitBody(loop, descends, tiles, config, rows, columns, tileM);
  tiles.replaceAllUsesWith(loop.getResults());
  tiles.erase();
}

static void lowerSplitRank(SplitRankOp rank, ConfigAttr config) {
  ImplicitLocOpBuilder builder(rank.getLoc(), rank);
  IndexValue position{&builder, ClusterRankOp::create(builder)};
  IndexValue part = position % position.constant(config.getSplitK());
  rank.replaceAllUsesWith(part.value);
  rank.erase();
}

namespace {
struct ScheduleTiles
    : public lowp_gpu::impl::ScheduleTilesPassBase<ScheduleTiles> {
  void runOnOperation() override {
    SmallVector<ForEachTileOp> loops;
    getOperation().walk([&](ForEachTileOp loop) { loops.push_back(loop); });
    for (ForEachTileOp loop : loops)
      lowerLoop(loop);
    getOperation().walk([&](SplitRankOp rank) {
      lowerSplitRank(rank, getOperation().getConfig());
    });
    for (auto scheduler : llvm::make_early_inc_range(
             getOperation().getBody().getOps<TileSchedulerOp>()))
      scheduler.erase();
  }
};
} // namespace
