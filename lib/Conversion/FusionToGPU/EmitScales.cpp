//===- EmitScales.cpp - Scales of blocks in the kernel of a fusion --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <utility>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

AffineMap mlir::lowp::getBlockMap(Builder &b, BlockShape block) {
  SmallVector<AffineExpr> entry;
  for (unsigned dim : {0u, 1u}) {
    AffineExpr position = b.getAffineDimExpr(dim);
    entry.push_back(block.extent(dim) == BlockShape::kWhole
                        ? b.getAffineConstantExpr(0)
                        : position.floorDiv(block.extent(dim)));
  }
  return AffineMap::get(2, 0, entry, b.getContext());
}

Value mlir::lowp::emitWidened(ImplicitLocOpBuilder &b, Value vector) {
  return emitMap(b, vector, b.getF32Type(),
                 [&](OpBuilder &builder, ValueRange args) {
                   return SmallVector<Value>{
                       toF32(builder, b.getLoc(), args[0])};
                 })
      .front();
}

SmallVector<int64_t> FusionEmitter::countBlocks(BlockShape block) const {
  auto count = [](int64_t tile, int64_t extent) {
    // A block that is larger than the tile is so because the matrix is not, or
    // the tiles combine what they have of it.
    return extent == BlockShape::kWhole ? 1
                                        : std::max<int64_t>(tile / extent, 1);
  };
  return {count(tileM, block.rows), count(tileN, block.columns)};
}

Value FusionEmitter::emitAmax(Value input, BlockShape block) {
  Type element = cast<VectorType>(input.getType()).getElementType();
  Value magnitude =
      emitMap(b, input, element, [&](OpBuilder &builder, ValueRange args) {
        return SmallVector<Value>{
            math::AbsFOp::create(builder, b.getLoc(), args[0])};
      })[0];
  auto type = VectorType::get(countBlocks(block), element);
  return CTAReduceOp::create(b, type, Combiner::MaximumF, magnitude, Value());
}

/// The scale of each entry of `amax`, a vector: the factor, and as stored;
/// `globalEncode` is the factor of the matrix, or null.
static SmallVector<Value> emitScale(ImplicitLocOpBuilder &b, Value amax,
                                    Value globalEncode,
                                    RecipeAttrInterface recipe, Type element,
                                    NumericsAttr numerics,
                                    ScaleConvention convention) {
  SmallVector<Value> inputs = {amax};
  if (globalEncode)
    inputs.push_back(globalEncode);
  return emitMap(b, inputs, {b.getF32Type(), recipe.getScaleType()},
                 [&](OpBuilder &builder, ValueRange args) {
                   BlockScale scale = recipe.buildScale(
                       builder, b.getLoc(), toF32(builder, b.getLoc(), args[0]),
                       globalEncode ? args[1] : Value(),
                       *getFloatFormat(element), numerics, convention);
                   return SmallVector<Value>{scale.encode, scale.stored};
                 });
}

Value mlir::lowp::buildIsEmpty(ImplicitLocOpBuilder &b, BlockShape block,
                               ArrayRef<Value> sizes) {
  Value isEmpty;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (block.extent(dim) != BlockShape::kWhole || getConstantIntValue(size))
      continue;
    Value none = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, size,
                                       arith::ConstantIndexOp::create(b, 0));
    isEmpty =
        isEmpty ? arith::OrIOp::create(b, isEmpty, none).getResult() : none;
  }
  return isEmpty;
}

/// `map` of a matrix for a batch of such, whose dimensions come first.
static AffineMap extendToBatch(AffineMap map, unsigned rank) {
  unsigned batchDims = rank - map.getNumDims();
  SmallVector<AffineExpr> results;
  for (unsigned dim = 0; dim < batchDims; ++dim)
    results.push_back(getAffineDimExpr(dim, map.getContext()));
  llvm::append_range(results, map.shiftDims(batchDims).getResults());
  return AffineMap::get(rank, 0, results, map.getContext());
}

Value FusionEmitter::emitScalarAt(const OpBuilder &place, Value value) {
  OpBuilder::InsertionGuard scope(b);
  b.restoreInsertionPoint(place.saveInsertionPoint());
  llvm::DenseMap<Value, Value> inKernel =
      std::exchange(values, llvm::DenseMap<Value, Value>());
  emitSlice(value);
  Value number = get(value);
  values = std::move(inKernel);
  return number;
}

void FusionEmitter::emitScalesOfNothing(QuantizeOp op) {
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPoint(call);
  Value isEmpty = buildIsEmpty(b, space.getBlock(op), {rows, columns});
  if (!isEmpty)
    return;
  auto made = op.getStoredScales().getDefiningOp<ComputeScaleOp>();
  Value given = made ? made.getAmax() : op.getStoredScales();
  Value to = findOutput(getSplit(op).getScales());
  b.setInsertionPoint(scf::IfOp::create(b, isEmpty).thenYield());
  // A number is computed in the body, and read from nowhere.
  SmallVector<Value> from;
  unsigned rank = cast<MemRefType>(to.getType()).getRank();
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank)};
  if (auto argument = dyn_cast<BlockArgument>(given)) {
    from.push_back(call.getInputs()[argument.getArgNumber()]);
    rank = cast<MemRefType>(from.front().getType()).getRank();
    AffineMap layout = op.getType().getScaleLayout().getStorageMap();
    maps = {b.getMultiDimIdentityMap(rank), extendToBatch(layout, rank)};
  }
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  linalg::GenericOp::create(
      b, b.getLoc(), from, to, maps, loops,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value scale = from.empty() ? emitScalarAt(builder, given) : args[0];
        if (made)
          scale = made.getRecipe()
                      .buildScale(builder, loc, scale, /*globalEncode=*/{},
                                  *getFloatFormat(made.getElementType()),
                                  made.getNumerics(), made.getConvention())
                      .stored;
        linalg::YieldOp::create(builder, loc, scale);
      });
}

SmallVector<Value> FusionEmitter::loadGivenScales(QuantizeOp op) {
  AffineMap map = getBlockMap(b, op.getType().getRecipe().getBlockShape());
  SmallVector<int64_t> blocks = countBlocks(space.getBlock(op));
  SmallVector<Value> scales;
  for (Value given : op.getScales().take_front(2)) {
    bool isThere = values.contains(given) || space.dims.contains(given);
    scales.push_back(
        isThere ? get(given)
                : loadEntries(given, blocks, toSpace(op.getInput(), map)));
  }
  return scales;
}

SmallVector<Value> FusionEmitter::emitBlockScales(QuantizeOp op, Value input) {
  ScaledType type = op.getType();
  if (!op.hasGivenScales())
    return emitScale(b, emitAmax(input, space.getBlock(op)),
                     /*globalEncode=*/{}, type.getRecipe(),
                     type.getElementType(), op.getBlockNumerics(),
                     type.getConvention());
  if (part == 0)
    emitScalesOfNothing(op);
  return loadGivenScales(op);
}

void FusionEmitter::emitComputeScale(ComputeScaleOp op) {
  // Once per entry, not in each thread that reads it.
  Value amax, global;
  if (getBlockAmax(op)) {
    amax = values.lookup(op.getAmax());
    if (op.getGlobalFactor())
      global = get(op.getGlobalFactor());
  } else if (auto argument = dyn_cast<BlockArgument>(op.getAmax())) {
    amax =
        loadEntries(argument, getTileType(argument, b.getF32Type()).getShape(),
                    getMap(argument));
  } else {
    amax = getTile(op.getAmax());
  }
  SmallVector<Value> scale =
      emitScale(b, amax, global, op.getRecipe(), op.getElementType(),
                op.getNumerics(), op.getConvention());
  values[op.getEncode()] = scale[0];
  values[op.getScales()] = scale[1];
}

void FusionEmitter::emitAmaxOp(AmaxOp op) {
  BlockShape block = space.getBlock(op.getInput(), op.getBlockShape());
  Value amax = emitAmax(getWholeTile(op.getInput()), block);
  amax = emitWidened(b, amax);
  values[op.getResult()] = amax;
  Value buffer = findOutput(op.getResult());
  if (!buffer)
    return;
  AffineMap map = toSpace(op.getInput(), getBlockMap(b, op.getBlockShape()));
  CTAStoreOp stored = store(amax, buffer, map);
  if (!hasWholeExtent(block))
    return;
  stored.setAtomicMax(true);
  if (part > 0)
    return;
  // No magnitude is smaller than that of nothing.
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPoint(stored->getParentOfType<gpu::LaunchOp>());
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0.0));
  linalg::FillOp::create(b, zero, buffer);
}

void FusionEmitter::emitScales(QuantizeOp op, Value stored, Value buffer) {
  ScaledType type = getStoredType(op);
  BlockShape block = type.getRecipe().getBlockShape();
  AffineMap map =
      type.getScaleLayout().getStorageMap().compose(getBlockMap(b, block));
  map = toSpace(op.getInput(), map);
  SmallVector<Value> padded = emitScalesEnd(op, buffer);
  auto blocks = VectorType::get(countBlocks(space.getBlock(op)),
                                getElementTypeOrSelf(stored.getType()));
  Value entries = toEntries(stored, blocks);
  if (getRepeat(op))
    entries =
        broadcastTo(entries, countBlocks(space.getBlock(op.getInput(), block)));
  store(entries, buffer, map, padded,
        padded.empty() ? TypedAttr() : getScalePadding(type));
}
