//===- Mainloop.cpp - The role that multiplies ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleAtoms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

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
        scaleStage(scaleStage), rowOffset(rowOffset) {}

  /// `carried` holds an accumulator per N subtile, then the partial sums.
  SmallVector<Value> build(ValueRange carried);

private:
  void buildSlice(int64_t slice, SmallVectorImpl<Value> &sums, Value &partial);
  Value multiply(int64_t slice, int64_t nSubtile, Value partial);
  SmallVector<Value> readColumnScales();
  void readRowScales(int64_t slice);
  Value viewNSubtile(StringRef field, int64_t nSubtile);
  Value viewScales(StringRef field, const GemmOperand &operand, int64_t slice);
  Value viewColumnScales(int64_t slice, int64_t nSubtile);
  ArrayRef<Value> getColumnScales(int64_t nSubtile) const;

  int64_t getNumSlices() const { return parts.spec.getPromotionsPerStage(); }
  bool isLast(int64_t slice, int64_t nSubtile) const {
    return slice + 1 == getNumSlices() &&
           nSubtile + 1 == parts.spec.getNumNSubtiles();
  }
  /// Column scales are read during promotion, so the stage is needed longer.
  bool readsStageWhilePromoting() const {
    return parts.spec.problem.rhs.granularity == ScaleGranularity::Block1D;
  }

  ImplicitLocOpBuilder &builder;
  const KernelParts &parts;
  const TilePlace &place;
  Value block;
  Value scaleStage;
  Value rowOffset;
  Value stage;
  Value lhs;
  Value rows;
  SmallVector<Value> columnScales;
};
} // namespace

/// The scales of all groups of columns of the tile in this K block, if there
/// are any.
SmallVector<Value> PromotedBlock::readColumnScales() {
  if (!copiesColumnScales(parts.spec))
    return {};
  Value all = viewField(builder, scaleStage, field::kRhsScales);
  Value scale = locateScale(builder, parts.spec, parts.spec.problem.rhs, block);
  SmallVector<Value> scales;
  int64_t groups = parts.spec.getTileN() / parts.spec.getScaleGroupColumns();
  for (int64_t group = 0; group < groups; ++group)
    scales.push_back(ReadElementOp::create(builder, builder.getF32Type(), all,
                                           scale, group));
  return scales;
}

/// The scales of `slice` in a field that holds those of the whole stage.
Value PromotedBlock::viewScales(StringRef field, const GemmOperand &operand,
                                int64_t slice) {
  TileType all = cast<StageType>(stage.getType()).getField(field);
  auto type = TileType::get(builder.getContext(), {1, all.getShape()[1]},
                            all.getElementType(), /*swizzle=*/0);
  int64_t row = slice * parts.spec.getScalesPerStage(operand) / getNumSlices();
  return ViewOp::create(builder, type, stage, field, row);
}

/// Reads the rows' scales where they change.
void PromotedBlock::readRowScales(int64_t slice) {
  const GemmOperand &operand = parts.spec.problem.lhs;
  if (operand.granularity != ScaleGranularity::Block1D)
    return;
  if (slice * parts.spec.getScalesPerStage(operand) % getNumSlices())
    return;
  auto type = RowValuesType::get(builder.getContext(), parts.spec.getTileM(),
                                 builder.getF32Type());
  rows = ReadRowsOp::create(builder, type,
                            viewScales(field::kLhsScales, operand, slice),
                            parts.getTileM(), rowOffset);
}

/// The rows of an operand that make up one N subtile of the tile's columns.
Value PromotedBlock::viewNSubtile(StringRef field, int64_t nSubtile) {
  TileType tile = cast<StageType>(stage.getType()).getField(field);
  int64_t columns = parts.spec.getNSubtileColumns();
  auto type = TileType::get(builder.getContext(), {columns, tile.getShape()[1]},
                            tile.getElementType(), tile.getSwizzle());
  return ViewOp::create(builder, type, stage, field, nSubtile * columns);
}

Value PromotedBlock::viewColumnScales(int64_t slice, int64_t nSubtile) {
  if (!readsStageWhilePromoting())
    return {};
  Value all = viewScales(field::kRhsScales, parts.spec.problem.rhs, slice);
  int64_t columns = parts.spec.getNSubtileColumns();
  auto type = TileType::get(builder.getContext(), {1, columns},
                            builder.getF32Type(), /*swizzle=*/0);
  return SliceColumnsOp::create(builder, type, all, nSubtile * columns);
}

/// The scales of one N subtile among those of the tile's groups of columns.
ArrayRef<Value> PromotedBlock::getColumnScales(int64_t nSubtile) const {
  size_t perNSubtile = columnScales.size() / parts.spec.getNumNSubtiles();
  return ArrayRef(columnScales).slice(nSubtile * perNSubtile, perNSubtile);
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
      readRowScales(slice);
    partial = MmaWaitOp::create(builder, partial, /*pending=*/0);
    if (isLast(slice, nSubtile) && !readsStageWhilePromoting())
      ReleaseOp::create(builder, stage);
    sums[nSubtile] = PromoteOp::create(builder, partial, sums[nSubtile], rows,
                                       viewColumnScales(slice, nSubtile),
                                       getColumnScales(nSubtile));
  }
}

SmallVector<Value> PromotedBlock::build(ValueRange carried) {
  columnScales = readColumnScales();
  stage = WaitOp::create(builder, parts.operands);
  lhs = viewField(builder, stage, field::kLhs);
  if (clearsTails(parts.spec))
    buildZeroTail(builder, parts, place, block,
                  {lhs, viewField(builder, stage, field::kRhs)});
  SmallVector<Value> sums(carried.drop_back());
  Value partial = carried.back();
  for (int64_t slice = 0; slice < getNumSlices(); ++slice)
    buildSlice(slice, sums, partial);
  if (readsStageWhilePromoting())
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
  inits.push_back(AccumulatorOp::create(builder, type, /*zero=*/false));
  auto loop = ForEachKOp::create(builder, place.getK(builder, parts), inits);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  PromotedBlock block(builder, parts, place, loop.getIndex(), scaleStage,
                      rowOffset);
  YieldOp::create(builder, block.build(ValueRange(loop.getCarried())));
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
