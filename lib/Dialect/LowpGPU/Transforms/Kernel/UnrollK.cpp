//===- UnrollK.cpp - Turns for_each_k into scf.for ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapRules.h"
#include "Products.h"

#include "lowp/Dialect/LowpGPU/IR/Constants.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp_gpu {
#define GEN_PASS_DEF_UNROLLKPASS
#include "lowp/Dialect/LowpGPU/Transforms/Kernel/Passes.h.inc"
} // namespace mlir::lowp_gpu

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// The K blocks [begin, end) that a CTA walks.
struct BlockInterval {
  Value begin;
  Value end;
};
} // namespace

/// All ceildiv(K, K of a tile) blocks, or the share of a CTA that splits
/// them with others: the r-th of s CTAs begins at blocks * r / s.
static BlockInterval getBlocks(ImplicitLocOpBuilder &builder, ForEachKOp loop) {
  ConfigAttr config = loop->getParentOfType<KernelOp>().getConfig();
  int64_t tileK = config.getTile()[2];
  Value padded = arith::AddIOp::create(builder, loop.getOver(),
                                       constantI32(builder, tileK - 1));
  Value blocks =
      arith::DivUIOp::create(builder, padded, constantI32(builder, tileK));
  if (config.getSplitK() == 1)
    return {constantI32(builder, 0), blocks};
  Value parts = constantI32(builder, config.getSplitK());
  Value part = SplitRankOp::create(builder);
  auto boundary = [&](Value index) -> Value {
    Value product = arith::MulIOp::create(builder, blocks, index);
    return arith::DivUIOp::create(builder, product, parts);
  };
  Value next = arith::AddIOp::create(builder, part, constantI32(builder, 1));
  return {boundary(part), boundary(next)};
}

/// Clones the loop's body at the insertion point for block `k`; returns what
/// it yields.
static SmallVector<Value> cloneBody(ImplicitLocOpBuilder &builder,
                                    ForEachKOp loop, Value k,
                                    ValueRange carried, IRMapping &mapping) {
  mapping.map(loop.getIndex(), k);
  for (auto [argument, value] : llvm::zip_equal(loop.getCarried(), carried))
    mapping.map(argument, value);
  for (Operation &op : loop.getBody().front().without_terminator())
    builder.clone(op, mapping);
  auto yield = cast<YieldOp>(loop.getBody().front().getTerminator());
  return llvm::map_to_vector(yield.getValues(), [&](Value value) {
    return mapping.lookupOrDefault(value);
  });
}

//===----------------------------------------------------------------------===//
// Loops that add up in place
//===----------------------------------------------------------------------===//

namespace {
/// The operations of a body that multiplies one stage into a carried sum.
struct InPlaceBody {
  WaitOp wait;
  MmaOp mma;
  MmaWaitOp mmaWait;
  ReleaseOp release;

  /// Matches a body with one of each, the sum starting from zero.
  static std::optional<InPlaceBody> match(ForEachKOp loop);

private:
  bool addsUp(ForEachKOp loop);
};
} // namespace

/// The only `OpT` of the block, or null.
template <typename OpT>
static OpT getOnly(Block &block) {
  auto ops = block.getOps<OpT>();
  return llvm::hasSingleElement(ops) ? *ops.begin() : OpT();
}

/// Whether the product adds to the carried sum and nothing else reads either
/// of them before the end.
bool InPlaceBody::addsUp(ForEachKOp loop) {
  auto yield = cast<YieldOp>(loop.getBody().front().getTerminator());
  BlockArgument sum = loop.getCarried()[0];
  return mma.getAccumulator() == sum && sum.hasOneUse() &&
         !mma.getOverwrite() && mma.getResult().hasOneUse() &&
         mmaWait.getAccumulator() == mma.getResult() &&
         mmaWait.getPending() == 0 &&
         yield.getValues()[0] == mmaWait.getResult() &&
         release.getStage() == wait.getStage();
}

std::optional<InPlaceBody> InPlaceBody::match(ForEachKOp loop) {
  Block &block = loop.getBody().front();
  InPlaceBody body{getOnly<WaitOp>(block), getOnly<MmaOp>(block),
                   getOnly<MmaWaitOp>(block), getOnly<ReleaseOp>(block)};
  if (!body.wait || !body.mma || !body.mmaWait || !body.release ||
      loop.getInits().size() != 1 || !body.addsUp(loop))
    return std::nullopt;
  // Such products are over when the next block begins.
  if (readsByLanes(body.mma))
    return std::nullopt;
  auto zero = loop.getInits()[0].getDefiningOp<AccumulatorOp>();
  if (!zero || !zero.getZero())
    return std::nullopt;
  return body;
}

/// Clones the body so that its product stays in flight: returns the product
/// and the stage it reads.
static std::pair<Value, Value> cloneUnfinished(ImplicitLocOpBuilder &builder,
                                               ForEachKOp loop,
                                               InPlaceBody body, Value k,
                                               Value sum, bool overwrite) {
  IRMapping mapping;
  cloneBody(builder, loop, k, sum, mapping);
  mapping.lookup(body.release.getOperation())->erase();
  Operation *wait = mapping.lookup(body.mmaWait.getOperation());
  wait->replaceAllUsesWith(ValueRange(wait->getOperand(0)));
  wait->erase();
  auto mma = cast<MmaOp>(mapping.lookup(body.mma.getOperation()));
  mma.setOverwrite(overwrite);
  return {mma.getResult(), mapping.lookup(body.wait.getStage())};
}

/// Blocks that run ahead of the loop: those after whose products the store of
/// the tile before is hidden, at least one.
static int64_t countLeadingBlocks(ForEachKOp loop,
                                  const TargetChoices &choices) {
  auto tiles = loop->getParentOfType<ForEachTileOp>();
  if (!tiles || !choices.overlapStore)
    return 1;
  return std::max<int64_t>(1, countStoreSteps(tiles));
}

static void lowerInPlaceLoop(ForEachKOp loop, InPlaceBody body,
                             const TargetChoices &choices) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  BlockInterval blocks = getBlocks(builder, loop);
  Value undefined = AccumulatorOp::create(builder, loop.getInits()[0].getType(),
                                          /*zero=*/false);
  auto [first, firstStage] =
      cloneUnfinished(builder, loop, body, blocks.begin, undefined,
                      /*overwrite=*/true);
  Value one = constantI32(builder, 1);
  // Another block; waits for the one before it.
  auto addBlock = [&](Value k, Value before, Value stageBefore) {
    auto [sum, stage] = cloneUnfinished(builder, loop, body, k, before,
                                        /*overwrite=*/false);
    sum = MmaWaitOp::create(builder, sum, /*pending=*/1);
    ReleaseOp::create(builder, stageBefore);
    return SmallVector<Value>{sum, stage};
  };
  SmallVector<Value> carried{first, firstStage};
  Value next = arith::AddIOp::create(builder, blocks.begin, one);
  for (int64_t i = 1, e = countLeadingBlocks(loop, choices); i < e; ++i) {
    carried = addBlock(next, carried[0], carried[1]);
    next = arith::AddIOp::create(builder, next, one);
  }
  auto rest = scf::ForOp::create(builder, next, blocks.end, one, carried);
  builder.setInsertionPointToStart(rest.getBody());
  scf::YieldOp::create(builder, addBlock(rest.getInductionVar(),
                                         rest.getRegionIterArg(0),
                                         rest.getRegionIterArg(1)));
  builder.setInsertionPointAfter(rest);
  Value total = MmaWaitOp::create(builder, rest.getResult(0), /*pending=*/0);
  ReleaseOp::create(builder, rest.getResult(1));
  loop.replaceAllUsesWith(ValueRange(total));
  loop.erase();
}

//===----------------------------------------------------------------------===//
// Other loops
//===----------------------------------------------------------------------===//

/// Emits blocks [begin, end), `factor` of them per iteration.
static ValueRange emitLoop(ImplicitLocOpBuilder &builder, ForEachKOp loop,
                           Value begin, Value end, int64_t factor,
                           ValueRange inits) {
  auto unrolled = scf::ForOp::create(builder, begin, end,
                                     constantI32(builder, factor), inits);
  OpBuilder::InsertionGuard guard(builder);
  // Without carried values the builder has already added a terminator.
  builder.setInsertionPointToStart(unrolled.getBody());
  SmallVector<Value> carried(unrolled.getRegionIterArgs());
  for (int64_t copy = 0; copy < factor; ++copy) {
    Value k = unrolled.getInductionVar();
    if (copy)
      k = arith::AddIOp::create(builder, k, constantI32(builder, copy));
    IRMapping mapping;
    carried = cloneBody(builder, loop, k, carried, mapping);
  }
  if (!inits.empty())
    scf::YieldOp::create(builder, carried);
  return unrolled.getResults();
}

/// Lowers to a loop over `factor` blocks per iteration and one over the rest.
static void lowerLoop(ForEachKOp loop, int64_t factor) {
  ImplicitLocOpBuilder builder(loop.getLoc(), loop);
  auto [begin, end] = getBlocks(builder, loop);
  SmallVector<Value> values(loop.getInits());
  if (factor > 1) {
    Value width = constantI32(builder, factor);
    Value count = arith::SubIOp::create(builder, end, begin);
    Value whole = arith::MulIOp::create(
        builder, arith::DivUIOp::create(builder, count, width), width);
    Value middle = arith::AddIOp::create(builder, begin, whole);
    values = SmallVector<Value>(
        emitLoop(builder, loop, begin, middle, factor, values));
    begin = middle;
  }
  values = SmallVector<Value>(
      emitLoop(builder, loop, begin, end, /*factor=*/1, values));
  loop.replaceAllUsesWith(values);
  loop.erase();
}

namespace {
struct UnrollK : public lowp_gpu::impl::UnrollKPassBase<UnrollK> {
  void runOnOperation() override {
    FailureOr<TargetChoices> choices = findTargetChoices(getOperation());
    if (failed(choices))
      return signalPassFailure();
    SmallVector<ForEachKOp> loops;
    getOperation().walk([&](ForEachKOp loop) { loops.push_back(loop); });
    for (ForEachKOp loop : loops) {
      bool multiplies = !loop.getBody().getOps<MmaOp>().empty();
      if (std::optional<InPlaceBody> body = InPlaceBody::match(loop))
        lowerInPlaceLoop(loop, *body, *choices);
      else
        lowerLoop(loop, multiplies ? choices->unroll : 1);
    }
  }
};
} // namespace
