//===- DeferStores.cpp - Stores tiles after the next tile's products ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_DEFERSTORESPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// A tile that waits to be stored: what a loop over tiles carries of it.
struct PendingTile {
  SmallVector<Value> nSubtiles;
  Value row;
  Value column;
  /// Empty of an output that is no batch.
  SmallVector<Value> batch;
  /// Whether there is one (i1).
  Value exists;

  /// None yet.
  static PendingTile none(ImplicitLocOpBuilder &builder, StoreTileOp store);
  /// What `store` stores.
  static PendingTile of(ImplicitLocOpBuilder &builder, StoreTileOp store);
  /// From as many values as `flatten` gives for `store`.
  static PendingTile from(ValueRange values, StoreTileOp store);
  SmallVector<Value> flatten() const;
};
} // namespace

PendingTile PendingTile::none(ImplicitLocOpBuilder &builder,
                              StoreTileOp store) {
  PendingTile tile;
  for (Type nSubtile : store.getNSubtiles().getTypes())
    tile.nSubtiles.push_back(
        AccumulatorOp::create(builder, nSubtile, /*zero=*/false));
  tile.row = tile.column = constantI32(builder, 0);
  tile.batch.assign(store.getBatch().size(), tile.row);
  tile.exists = arith::ConstantIntOp::create(builder, 0, /*width=*/1);
  return tile;
}

PendingTile PendingTile::of(ImplicitLocOpBuilder &builder, StoreTileOp store) {
  return {llvm::to_vector_of<Value>(store.getNSubtiles()), store.getRow(),
          store.getColumn(), llvm::to_vector_of<Value>(store.getBatch()),
          arith::ConstantIntOp::create(builder, 1, /*width=*/1)};
}

PendingTile PendingTile::from(ValueRange values, StoreTileOp store) {
  PendingTile tile;
  auto take = [&] {
    Value last = values.back();
    values = values.drop_back();
    return last;
  };
  tile.exists = take();
  for (size_t i = 0; i < store.getBatch().size(); ++i)
    tile.batch.insert(tile.batch.begin(), take());
  tile.column = take();
  tile.row = take();
  tile.nSubtiles = llvm::to_vector_of<Value>(values);
  return tile;
}

SmallVector<Value> PendingTile::flatten() const {
  SmallVector<Value> values(nSubtiles);
  values.append({row, column});
  llvm::append_range(values, batch);
  values.push_back(exists);
  return values;
}

/// Stores the tile, if there is one, like `store`: all of it or one step.
static void emitStore(ImplicitLocOpBuilder &builder, StoreTileOp store,
                      const PendingTile &tile,
                      std::optional<int64_t> step = {}) {
  auto branch = scf::IfOp::create(builder, tile.exists);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  auto deferred = cast<StoreTileOp>(builder.clone(*store));
  deferred.getNSubtilesMutable().assign(tile.nSubtiles);
  deferred.getRowMutable().assign(tile.row);
  deferred.getColumnMutable().assign(tile.column);
  deferred.getBatchMutable().assign(tile.batch);
  deferred.setStep(step);
}

/// The products behind which the steps of the store before are hidden; failure
/// after a diagnostic if there are too few.
static FailureOr<SmallVector<MmaOp>> findCovers(StoreTileOp store) {
  SmallVector<MmaOp> covers;
  size_t steps = store.countSteps();
  for (MmaOp product : store->getBlock()->getOps<MmaOp>())
    if (covers.size() < steps && product->isBeforeInBlock(store))
      covers.push_back(product);
  if (covers.size() < steps)
    return store.emitOpError("expected a product ahead of it for each of ")
           << steps << " steps, got " << covers.size()
           << "; run lowp-gpu-unroll-k first";
  return covers;
}

/// What all stores of a loop have in common lies outside of it, and each stores
/// a whole tile.
static LogicalResult verifyInvariant(StoreTileOp store, ForEachTileOp loop) {
  if (store.getStep())
    return store.emitOpError("expected a store of all steps, got step ")
           << *store.getStep();
  for (Value value : {Value(store.getDestination()), Value(store.getM()),
                      Value(store.getN()), Value(store.getTileM())})
    if (value && loop.getBody().isAncestor(value.getParentRegion()))
      return store.emitOpError(
          "expected its destination, m, n and tile_m to be "
          "defined outside of the loop over tiles");
  return success();
}

static LogicalResult defer(ForEachTileOp loop, StoreTileOp store) {
  FailureOr<SmallVector<MmaOp>> covers = findCovers(store);
  if (failed(covers) || failed(verifyInvariant(store, loop)))
    return failure();
  IRRewriter rewriter(loop.getContext());
  ImplicitLocOpBuilder builder(store.getLoc(), loop);
  SmallVector<Value> none = PendingTile::none(builder, store).flatten();
  loop = loop.carry(rewriter, none);
  auto before =
      PendingTile::from(loop.getCarried().take_back(none.size()), store);
  for (auto [step, cover] : llvm::enumerate(*covers)) {
    builder.setInsertionPointAfter(cover);
    emitStore(builder, store, before, step);
  }
  auto last =
      PendingTile::from(loop.getResults().take_back(none.size()), store);
  builder.setInsertionPointAfter(loop);
  emitStore(builder, store, last);
  auto yield = cast<YieldOp>(loop.getBody().front().getTerminator());
  builder.setInsertionPoint(yield);
  yield.getValuesMutable().append(PendingTile::of(builder, store).flatten());
  rewriter.eraseOp(store);
  return success();
}

namespace {
struct DeferStores : public lowp_gpu::impl::DeferStoresPassBase<DeferStores> {
  void runOnOperation() override {
    FailureOr<TargetChoices> choices = findTargetChoices(getOperation());
    if (failed(choices))
      return signalPassFailure();
    if (!choices->overlapStore)
      return;
    SmallVector<StoreTileOp> stores;
    getOperation().walk([&](StoreTileOp store) { stores.push_back(store); });
    for (StoreTileOp store : stores)
      if (auto loop = dyn_cast<ForEachTileOp>(store->getParentOp()))
        if (failed(defer(loop, store)))
          return signalPassFailure();
  }
};
} // namespace
