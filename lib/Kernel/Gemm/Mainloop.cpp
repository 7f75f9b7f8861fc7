//===- Mainloop.cpp - The role that multiplies ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScales.h"
#include "ScaleAtoms.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

static AccumulatorType getNSubtileType(const GemmKernelSpec &spec,
                                       MLIRContext *context) {
  return AccumulatorType::get(
      context, {spec.getTileM(), spec.getNSubtileColumns()},
      Float32Type::get(context), spec.getChoices().warpgroupsN);
}

//===----------------------------------------------------------------------===//
// Sums in place
//===----------------------------------------------------------------------===//

/// One accumulator takes all of K: scales are factors of the result, or
/// operands of products.
static SmallVector<Value> buildInPlaceLoop(ImplicitLocOpBuilder &builder,
                                           const KernelParts &parts,
                                           const TilePlace &place,
                                           Value rowOffset) {
  Value zero = AccumulatorOp::create(
      builder, getNSubtileType(parts.spec, builder.getContext()),
      /*zero=*/true);
  auto loop = ForEachKOp::create(builder, place.getK(builder, parts), zero);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  Value stage = WaitOp::create(builder, parts.operands);
  auto [lhs, rhs, scales] = viewOperands(builder, parts, stage);
  keepScalesOfK(builder, parts, loop.getIndex(), scales);
  if (!scales.empty())
    scales.front() = skipScaleRows(builder, scales.front(), rowOffset);
  buildZeroTail(builder, parts, place, loop.getIndex(), {lhs, rhs});
  Value sum = MmaOp::create(builder, lhs, rhs, loop.getCarried()[0],
                            /*overwrite=*/false, scales);
  sum = MmaWaitOp::create(builder, sum, /*pending=*/0);
  ReleaseOp::create(builder, stage);
  YieldOp::create(builder, sum);
  return llvm::to_vector_of<Value>(loop.getResults());
}

//===----------------------------------------------------------------------===//
// Promoted sums
//===----------------------------------------------------------------------===//

namespace {
/// Builds one K block of a promoted main loop: each N subtile of the tile is
/// multiplied into `partial`, then added, scaled, to its own accumulator. Where
/// scales are finer than the block, it goes in as many slices.
class PromotedBlock {
public:
  PromotedBlock(ImplicitLocOpBuilder &builder, const KernelParts &parts,
                const TilePlace &place, Value block, Value scaleStage,
                Value rowOffset)
      : builder(builder), parts(parts), place(place), block(block),
        scales(builder, parts, block, scaleStage, rowOffset) {}

  /// `carried` holds an accumulator per N subtile, then the partial sums.
  SmallVector<Value> build(ValueRange carried);

private:
  void buildSlice(int64_t slice, SmallVectorImpl<Value> &sums, Value &partial);
  Value multiply(int64_t slice, int64_t nSubtile, Value partial);
  Value viewNSubtile(StringRef field, int64_t nSubtile);

  int64_t getNumSlices() const { return parts.spec.getPromotionsPerStage(); }
  bool isLast(int64_t slice, int64_t nSubtile) const {
    return slice + 1 == getNumSlices() &&
           nSubtile + 1 == parts.spec.getNumNSubtiles();
  }

  ImplicitLocOpBuilder &builder;
  const KernelParts &parts;
  const TilePlace &place;
  Value block;
  BlockScales scales;
  Value stage;
  Value lhs;
};
} // namespace

/// The rows of an operand that make up one N subtile of the tile's columns.
Value PromotedBlock::viewNSubtile(StringRef field, int64_t nSubtile) {
  TileType tile = cast<StageType>(stage.getType()).getField(field);
  int64_t columns = parts.spec.getNSubtileColumns();
  auto type = TileType::get(builder.getContext(), {columns, tile.getShape()[1]},
                            tile.getElementType(), tile.getSwizzle());
  return ViewOp::create(builder, type, stage, field, nSubtile * columns);
}

Value PromotedBlock::multiply(int64_t slice, int64_t nSubtile, Value partial) {
  auto product =
      MmaOp::create(builder, lhs, viewNSubtile(field::kRhs, nSubtile), partial,
                    /*overwrite=*/true);
  if (getNumSlices() > 1) {
    product.setSlice(slice);
    product.setSlices(getNumSlices());
  }
  return product;
}

void PromotedBlock::buildSlice(int64_t slice, SmallVectorImpl<Value> &sums,
                               Value &partial) {
  for (int64_t nSubtile = 0; nSubtile < parts.spec.getNumNSubtiles();
       ++nSubtile) {
    partial = multiply(slice, nSubtile, partial);
    // The assembler keeps reads of scales away from a product that runs by
    // itself; warps that multiply have read what is before it.
    if (parts.spec.multipliesAlone() && !parts.spec.atom->readsByLanes())
      SyncWarpOp::create(builder);
    if (nSubtile == 0)
      scales.readRows(slice);
    partial = MmaWaitOp::create(builder, partial, /*pending=*/0);
    if (isLast(slice, nSubtile) && !scales.areReadWhilePromoting())
      ReleaseOp::create(builder, stage);
    sums[nSubtile] = scales.promote(partial, sums[nSubtile], slice, nSubtile);
  }
}

SmallVector<Value> PromotedBlock::build(ValueRange carried) {
  stage = WaitOp::create(builder, parts.operands);
  scales.setStage(stage);
  lhs = viewField(builder, stage, field::kLhs);
  if (clearsTails(parts.spec))
    buildZeroTail(builder, parts, place, block,
                  {lhs, viewField(builder, stage, field::kRhs)});
  SmallVector<Value> sums(carried.drop_back());
  Value partial = carried.back();
  for (int64_t slice = 0; slice < getNumSlices(); ++slice)
    buildSlice(slice, sums, partial);
  if (scales.areReadWhilePromoting())
    ReleaseOp::create(builder, stage);
  sums.push_back(partial);
  return sums;
}

static SmallVector<Value> buildPromotedLoop(ImplicitLocOpBuilder &builder,
                                            const KernelParts &parts,
                                            const TilePlace &place,
                                            Value scaleStage, Value rowOffset) {
  AccumulatorType type = getNSubtileType(parts.spec, builder.getContext());
  SmallVector<Value> inits;
  for (int64_t nSubtile = 0; nSubtile < parts.spec.getNumNSubtiles();
       ++nSubtile)
    inits.push_back(AccumulatorOp::create(builder, type, /*zero=*/true));
  // The partial sums travel through the loop although each block overwrites
  // them: one set of registers serves them all, and ptxas does not spill.
  bool carriesPartial = !parts.spec.promotesApart();
  if (carriesPartial)
    inits.push_back(AccumulatorOp::create(builder, type, /*zero=*/false));
  auto loop = ForEachKOp::create(builder, place.getK(builder, parts), inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  ValueRange carried(loop.getCarried());
  if (!carriesPartial) {
    BlockScales scales(builder, parts, loop.getIndex(), scaleStage, rowOffset);
    YieldOp::create(builder,
                    promoteTensorSums(builder, parts, scales, carried));
    return llvm::to_vector_of<Value>(loop.getResults());
  }
  PromotedBlock block(builder, parts, place, loop.getIndex(), scaleStage,
                      rowOffset);
  YieldOp::create(builder, block.build(carried));
  return llvm::to_vector_of<Value>(loop.getResults().drop_back());
}

SmallVector<Value> mlir::lowp_gpu::buildMainloop(ImplicitLocOpBuilder &builder,
                                                 const KernelParts &parts,
                                                 const TilePlace &place,
                                                 Value scaleStage,
                                                 Value rowOffset) {
  return parts.spec.isPromoted()
             ? buildPromotedLoop(builder, parts, place, scaleStage, rowOffset)
             : buildInPlaceLoop(builder, parts, place, rowOffset);
}
