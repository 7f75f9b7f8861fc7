//===- TensorSums.cpp - Products into tensor memory, and reads of sums ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScales.h"
#include "ScaleAtoms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

StageType mlir::lowp_gpu::getSumStage(MLIRContext *context,
                                      const GemmKernelSpec &spec) {
  if (!spec.hasTensorSums())
    return {};
  auto tile = TileType::get(context, {spec.getTileM(), spec.getTileN()},
                            Float32Type::get(context), /*swizzle=*/0,
                            /*spread=*/false, TileSpace::Tensor);
  return StageType::get(context, {StringAttr::get(context, field::kSums)},
                        {tile});
}

/// Rows of the first atom of the rhs's scales before those of the tile,
/// whose columns begin at `column`; null where they begin with an atom.
static Value buildFirstRow(ImplicitLocOpBuilder &builder,
                           const GemmKernelSpec &spec, Value column) {
  if (!spec.takesScales() || spec.getTileN() % spec.atom->getScaleRows() == 0)
    return {};
  return arith::AndIOp::create(
      builder, column, constantI32(builder, spec.atom->getScaleRows() - 1));
}

/// Multiplies one K block of the tile at `place` into `sums`, or replaces what
/// they held where `accumulate` is false.
static void buildBlock(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                       const TilePlace &place, Value block, Value firstRow,
                       Value sums, Value accumulate) {
  Value stage = WaitOp::create(builder, parts.operands);
  auto [lhs, rhs, scales] = viewOperands(builder, parts, stage);
  keepScalesOfK(builder, parts, block, scales);
  buildZeroTail(builder, parts, place, block, {lhs, rhs});
  if (!accumulate)
    accumulate = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, block,
                                       constantI32(builder, 0));
  MmaIntoOp::create(builder, lhs, rhs, scales, firstRow, sums, accumulate,
                    parts.spec.getChoices().pair);
  ReleaseOp::create(builder, stage).setArrival(Arrival::Products);
}

/// Multiplies one K block, each slice of it into a stage of sums of its own.
static void buildPartialBlock(ImplicitLocOpBuilder &builder,
                              const KernelParts &parts) {
  Value stage = WaitOp::create(builder, parts.operands);
  auto [lhs, rhs, scales] = viewOperands(builder, parts, stage);
  int64_t slices = parts.spec.getPromotionsPerStage();
  for (int64_t slice = 0; slice < slices; ++slice) {
    Value sumStage = AcquireOp::create(builder, parts.sums);
    Value sums = viewField(builder, sumStage, field::kSums);
    Value replaces = arith::ConstantIntOp::create(builder, /*value=*/0,
                                                  /*width=*/1);
    auto product = MmaIntoOp::create(builder, lhs, rhs, /*scales=*/ValueRange(),
                                     /*first_row=*/Value(), sums, replaces,
                                     parts.spec.getChoices().pair);
    product.setSlice(slice);
    product.setSlices(slices);
    // No role waits for the last release, and a block may not end before it:
    // the sums that one waits for come after it.
    if (slice + 1 == slices)
      ReleaseOp::create(builder, stage).setArrival(Arrival::Products);
    CommitOp::create(builder, sumStage).setArrival(Arrival::Products);
  }
}

/// Multiplies all K blocks of a tile, whose partial sums are promoted.
static void buildPartialProducts(ImplicitLocOpBuilder &builder,
                                 const KernelParts &parts) {
  auto loop =
      ForEachKOp::create(builder, parts.getSize(builder, KernelArgument::K));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  buildPartialBlock(builder, parts);
}

void mlir::lowp_gpu::buildTensorProduct(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts,
                                        ForEachTileOp tile) {
  if (parts.spec.promotesApart())
    return buildPartialProducts(builder, parts);
  Value stage = AcquireOp::create(builder, parts.sums);
  Value sums = viewField(builder, stage, field::kSums);
  Value firstRow = buildFirstRow(builder, parts.spec, tile.getColumn());
  TilePlace place;
  if (parts.spec.problem.hasKGroups())
    place = locateTile(builder, parts, tile);
  // Where CTAs split K each begins with another block than the first.
  SmallVector<Value> accumulates;
  auto add = [&](bool value) {
    if (parts.spec.config.getSplitK() > 1)
      accumulates = {arith::ConstantIntOp::create(builder, value, /*width=*/1)};
  };
  add(false);
  auto loop =
      ForEachKOp::create(builder, place.getK(builder, parts), accumulates);
  CommitOp::create(builder, stage).setArrival(Arrival::Products);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  buildBlock(builder, parts, place, loop.getIndex(), firstRow, sums,
             accumulates.empty() ? Value() : loop.getCarried().front());
  add(true);
  if (!accumulates.empty())
    YieldOp::create(builder, accumulates);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

TensorSums::TensorSums(ImplicitLocOpBuilder &builder, const KernelParts &parts)
    : builder(builder), spec(parts.spec),
      stage(WaitOp::create(builder, parts.sums)),
      sums(viewField(builder, stage, field::kSums)) {}

Value TensorSums::locate(int64_t turn) {
  if (!spec.getSumOverlap())
    return {};
  int64_t columns = spec.getNSubtileColumns();
  return OverlapColumnOp::create(builder, stage, field::kSums, turn * columns,
                                 columns);
}

Value TensorSums::read(int64_t turn, Value column) {
  int64_t columns = spec.getNSubtileColumns();
  auto type =
      AccumulatorType::get(builder.getContext(), {spec.getTileM(), columns},
                           builder.getF32Type(), /*warpgroupsN=*/1);
  auto read =
      ReadSumsOp::create(builder, type, sums, column ? 0 : turn * columns,
                         /*piece=*/IntegerAttr(), column);
  // Few columns at a time, so that registers hold few beside all sums.
  constexpr int64_t kPiece = 16;
  if (spec.promotesApart() && columns > kPiece)
    read.setPiece(kPiece);
  // Products of the next tile write what both places share, or all of it.
  int64_t overwritten = spec.getSumOverlap();
  if ((turn + 1) * columns == (overwritten ? overwritten : spec.getTileN()))
    ReleaseOp::create(builder, stage).setArrival(Arrival::Warps);
  return read;
}

/// Promotes the next stage of partial sums, those of `slice` of a K block.
static void promoteSlice(ImplicitLocOpBuilder &builder,
                         const KernelParts &parts, BlockScales &scales,
                         int64_t slice, SmallVectorImpl<Value> &sums) {
  scales.readRows(slice);
  TensorSums partial(builder, parts);
  for (int64_t nSubtile = 0, e = sums.size(); nSubtile < e; ++nSubtile) {
    sums[nSubtile] =
        scales.promote(partial.read(nSubtile), sums[nSubtile], slice, nSubtile);
  }
}

SmallVector<Value>
mlir::lowp_gpu::promoteTensorSums(ImplicitLocOpBuilder &builder,
                                  const KernelParts &parts, BlockScales &scales,
                                  ValueRange carried) {
  Value factors = WaitOp::create(builder, parts.factors);
  scales.setStage(factors);
  SmallVector<Value> sums(carried);
  for (int64_t slice = 0; slice < parts.spec.getPromotionsPerStage(); ++slice)
    promoteSlice(builder, parts, scales, slice, sums);
  ReleaseOp::create(builder, factors);
  return sums;
}
