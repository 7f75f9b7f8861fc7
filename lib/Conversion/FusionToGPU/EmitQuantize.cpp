//===- EmitQuantize.cpp - A quantize in the kernel of a fusion ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Computes a vector of one element type from others, element by element.
SmallVector<Value> mlir::lowp::emitMap(
    ImplicitLocOpBuilder &b, ValueRange inputs, TypeRange elements,
    function_ref<SmallVector<Value>(OpBuilder &, ValueRange)> body) {
  ArrayRef<int64_t> shape = cast<VectorType>(inputs[0].getType()).getShape();
  SmallVector<Type> types = llvm::map_to_vector(
      elements, [&](Type type) { return Type(VectorType::get(shape, type)); });
  auto map = CTAMapOp::create(b, types, inputs);
  OpBuilder::InsertionGuard scope(b);
  Block *block = b.createBlock(&map.getBody());
  for (Value input : inputs)
    block->addArgument(getElementTypeOrSelf(input.getType()), b.getLoc());
  lowp_gpu::YieldOp::create(b, body(b, block->getArguments()));
  return llvm::to_vector_of<Value>(map.getResults());
}

static Value toF32(OpBuilder &builder, Location loc, Value value) {
  if (value.getType().isF32())
    return value;
  return arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
}

AffineMap FusionEmitter::toSpace(Value matrix, AffineMap map) {
  unsigned dims = std::max<size_t>(domain.sizes.size(), 2);
  unsigned shift = dims - domain.sizes.size();
  // A matrix of one row has that of the space of one dimension.
  SmallVector<AffineExpr> results;
  SmallVector<int> places = domain.dims.lookup(matrix);
  size_t batchDims = places.size() - 2;
  for (auto [position, dim] : llvm::enumerate(places)) {
    bool isUnit = dim == FusionDomain::kUnit;
    if (isUnit && position < batchDims)
      results.push_back(b.getAffineConstantExpr(0));
    else
      results.push_back(b.getAffineDimExpr(isUnit ? 0 : unsigned(dim) + shift));
  }
  ArrayRef<AffineExpr> position = ArrayRef(results).take_back(2);
  AffineMap inMatrix =
      map.compose(AffineMap::get(dims, 0, position, b.getContext()));
  results.truncate(results.size() - 2);
  llvm::append_range(results, inMatrix.getResults());
  return AffineMap::get(dims, 0, results, b.getContext());
}

/// `value` times `factor`, a constant where `value` is.
static Value multiply(ImplicitLocOpBuilder &b, Value value, int64_t factor) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return arith::ConstantIndexOp::create(b, *known * factor);
  return arith::MulIOp::create(b, value,
                               arith::ConstantIndexOp::create(b, factor));
}

static std::optional<PackedElements> getPacking(ScaledType type) {
  if (!type.isPacked())
    return std::nullopt;
  return PackedElements(type.getElementType().getIntOrFloatBitWidth());
}

/// The elements that `bytes` bytes hold, a constant where they are.
static Value countElements(ImplicitLocOpBuilder &b, Value bytes,
                           PackedElements packed) {
  if (std::optional<int64_t> known = getConstantIntValue(bytes))
    return arith::ConstantIndexOp::create(b, packed.elementsIn(*known));
  Value groups = arith::DivUIOp::create(
      b, bytes, arith::ConstantIndexOp::create(b, packed.bytesOfGroup()));
  return multiply(b, groups, packed.group());
}

/// How many positions of what it stores, along each dimension, `buffer` has:
/// digits fill up their slowest one. Of `packed` elements the last index counts
/// bytes.
static SmallVector<Value>
emitStoredSizes(ImplicitLocOpBuilder &b, AffineMap storageMap, Value buffer,
                unsigned batchDims,
                std::optional<PackedElements> packed = std::nullopt) {
  FailureOr<StorageDigits> digits = matchStorageDigits(storageMap);
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> ends;
  for (unsigned dim : {0u, 1u}) {
    unsigned index = getSlowestDigit(*digits, dim);
    Value count;
    if (type.isDynamicDim(index + batchDims))
      count = memref::DimOp::create(b, buffer, index + batchDims);
    else
      count =
          arith::ConstantIndexOp::create(b, type.getDimSize(index + batchDims));
    if (packed && index + 1 == digits->size())
      count = countElements(b, count, *packed);
    ends.push_back(multiply(b, count, (*digits)[index].weight));
  }
  return ends;
}

SmallVector<Value> FusionEmitter::emitScalesEnd(QuantizeOp op, Value buffer) {
  ScaledType type = op.getType();
  ScaleLayoutAttrInterface layout = type.getScaleLayout();
  if (layout.getStorageShapeMap() == layout.getStorageMap())
    return {};
  SmallVector<Value> ends = emitStoredSizes(b, layout.getStorageMap(), buffer,
                                            type.getShape().size() - 2);
  BlockShape block = type.getRecipe().getBlockShape();
  for (unsigned dim : {0u, 1u})
    if (block.extent(dim) != BlockShape::kWhole)
      ends[dim] = multiply(b, ends[dim], block.extent(dim));
  if (domain.isTransposed(op.getInput()))
    std::swap(ends[0], ends[1]);
  return ends;
}

SmallVector<Value> FusionEmitter::emitDataEnd(QuantizeOp op, Value buffer) {
  ScaledType type = op.getType();
  if (type.hasIdentityDataLayout())
    return {};
  SmallVector<Value> ends =
      emitStoredSizes(b, type.getDataStorageMap(), buffer,
                      type.getShape().size() - 2, getPacking(type));
  if (domain.isTransposed(op.getInput()))
    std::swap(ends[0], ends[1]);
  return ends;
}

SmallVector<Value> FusionEmitter::emitPackedEnd(QuantizeOp op) {
  std::optional<PackedElements> packed = getPacking(op.getType());
  if (!packed)
    return {};
  int64_t group = packed->group();
  SmallVector<Value> ends = {rows, columns};
  Value &end = ends[domain.isPackedAlongRows(op) ? 0 : 1];
  std::optional<int64_t> known = getConstantIntValue(end);
  if (known && *known % group == 0)
    return {};
  Value size = arith::ConstantIndexOp::create(b, group);
  end = multiply(b, arith::CeilDivUIOp::create(b, end, size), group);
  return ends;
}

static SplitScaledOp getSplit(QuantizeOp op) {
  for (Operation *user : op->getUsers())
    if (auto split = dyn_cast<SplitScaledOp>(user))
      return split;
  return {};
}

static Value buildMax(ImplicitLocOpBuilder &b, Value x, Value y) {
  std::optional<int64_t> first = getConstantIntValue(x);
  std::optional<int64_t> second = getConstantIntValue(y);
  if (first && second)
    return *first >= *second ? x : y;
  return arith::MaxSIOp::create(b, x, y);
}

void FusionEmitter::extendToPadding(QuantizeOp op,
                                    SmallVectorImpl<Value> &ends) {
  SplitScaledOp split = getSplit(op);
  for (const SmallVector<Value> &padded :
       {emitScalesEnd(op, findOutput(split.getScales())),
        emitDataEnd(op, findOutput(split.getData()))})
    for (auto [end, further] : llvm::zip(ends, padded))
      end = buildMax(b, end, further);
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

/// Whether dimensions of blocks that are whole are empty, told at run time;
/// null for never.
static Value buildIsEmpty(ImplicitLocOpBuilder &b, BlockShape block,
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

void FusionEmitter::emitScalesOfNothing(QuantizeOp op) {
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPoint(call);
  Value isEmpty = buildIsEmpty(b, domain.getBlock(op), {rows, columns});
  if (!isEmpty)
    return;
  auto made = op.getStoredScales().getDefiningOp<ComputeScaleOp>();
  auto given =
      cast<BlockArgument>(made ? made.getAmax() : op.getStoredScales());
  Value from = call.getInputs()[given.getArgNumber()];
  Value to = findOutput(getSplit(op).getScales());
  b.setInsertionPoint(scf::IfOp::create(b, isEmpty).thenYield());
  ScaledType type = op.getType();
  unsigned rank = cast<MemRefType>(from.getType()).getRank();
  AffineMap layout = type.getScaleLayout().getStorageMap();
  SmallVector<AffineExpr> stored;
  for (unsigned dim = 0; dim + 2 < rank; ++dim)
    stored.push_back(b.getAffineDimExpr(dim));
  llvm::append_range(stored, layout.shiftDims(rank - 2).getResults());
  AffineMap maps[] = {b.getMultiDimIdentityMap(rank),
                      AffineMap::get(rank, 0, stored, b.getContext())};
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  linalg::GenericOp::create(
      b, b.getLoc(), from, to, maps, loops,
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        Value scale = args[0];
        if (made)
          scale = made.getRecipe()
                      .buildScale(builder, loc, args[0], /*globalEncode=*/{},
                                  *getFloatFormat(made.getElementType()),
                                  made.getNumerics(), made.getConvention())
                      .stored;
        linalg::YieldOp::create(builder, loc, scale);
      });
}

/// Entry of the block of `extents` that a position of the matrix lies in.
static AffineMap getBlockMap(Builder &b, BlockShape block) {
  SmallVector<AffineExpr> entry;
  for (unsigned dim : {0u, 1u}) {
    AffineExpr position = b.getAffineDimExpr(dim);
    entry.push_back(block.extent(dim) == BlockShape::kWhole
                        ? b.getAffineConstantExpr(0)
                        : position.floorDiv(block.extent(dim)));
  }
  return AffineMap::get(2, 0, entry, b.getContext());
}

SmallVector<Value> FusionEmitter::loadGivenScales(QuantizeOp op) {
  AffineMap map = getBlockMap(b, op.getType().getRecipe().getBlockShape());
  SmallVector<Value> scales;
  for (Value given : op.getScales().take_front(2))
    scales.push_back(values.contains(given) || domain.dims.contains(given)
                         ? get(given)
                         : loadEntries(cast<BlockArgument>(given),
                                       countBlocks(domain.getBlock(op)),
                                       toSpace(op.getInput(), map)));
  return scales;
}

void FusionEmitter::emitDequantize(DequantizeOp op) {
  auto made = op.getInput().getDefiningOp<MakeScaledOp>();
  ScaledType type = op.getInput().getType();
  RecipeAttrInterface recipe = type.getRecipe();
  BlockShape block = recipe.getBlockShape();
  int64_t tile[] = {tileM, tileN};
  Value data = broadcastTo(get(made.getData()), tile);
  AffineMap map =
      type.getScaleLayout().getStorageMap().compose(getBlockMap(b, block));
  Value stored =
      loadEntries(cast<BlockArgument>(made.getScales()),
                  countBlocks(domain.getBlock(op.getResult(), block)),
                  toSpace(op.getResult(), map));
  Value factor = emitMap(b, stored, b.getF32Type(),
                         [&](OpBuilder &builder, ValueRange args) {
                           return SmallVector<Value>{recipe.buildDecodeFactor(
                               builder, b.getLoc(), args[0],
                               /*globalStored=*/Value(), type.getConvention())};
                         })[0];
  Type element = op.getType().getElementType();
  values[op.getResult()] =
      emitMap(b, {data, broadcastTo(factor, tile)}, element,
              [&](OpBuilder &builder, ValueRange args) {
                Location loc = b.getLoc();
                Value value = arith::MulFOp::create(
                    builder, loc, toF32(builder, loc, args[0]), args[1]);
                if (!element.isF32())
                  value = arith::TruncFOp::create(builder, loc, element, value);
                return SmallVector<Value>{value};
              })[0];
}

void FusionEmitter::emitQuantize(QuantizeOp op) {
  SplitScaledOp split = getSplit(op);
  ScaledType type = op.getType();
  Value input = broadcastTo(get(op.getInput()), {tileM, tileN});
  ArrayRef<int64_t> tile = cast<VectorType>(input.getType()).getShape();
  SmallVector<Value> scale =
      op.hasGivenScales()
          ? loadGivenScales(op)
          : emitScale(b, emitAmax(input, domain.getBlock(op)),
                      /*globalEncode=*/{}, type.getRecipe(),
                      type.getElementType(), op.getBlockNumerics(),
                      type.getConvention());
  if (op.hasGivenScales())
    emitScalesOfNothing(op);
  emitScales(op, scale[1], findOutput(split.getScales()));
  emitData(op, input, broadcastTo(scale[0], tile), findOutput(split.getData()));
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
    amax = toEntries(get(op.getAmax()));
  }
  SmallVector<Value> scale =
      emitScale(b, amax, global, op.getRecipe(), op.getElementType(),
                op.getNumerics(), op.getConvention());
  values[op.getEncode()] = scale[0];
  values[op.getScales()] = scale[1];
}

void FusionEmitter::emitAmaxOp(AmaxOp op) {
  BlockShape block = domain.getBlock(op.getInput(), op.getBlockShape());
  Value input = broadcastTo(get(op.getInput()), {tileM, tileN});
  Value amax = emitAmax(input, block);
  amax = emitMap(
      b, amax, b.getF32Type(), [&](OpBuilder &builder, ValueRange args) {
        return SmallVector<Value>{toF32(builder, b.getLoc(), args[0])};
      })[0];
  values[op.getResult()] = amax;
  bool isWide =
      block.rows == BlockShape::kWhole || block.columns == BlockShape::kWhole;
  Value buffer = findOutput(op.getResult());
  if (!buffer)
    return;
  AffineMap map = toSpace(op.getInput(), getBlockMap(b, op.getBlockShape()));
  CTAStoreOp stored = store(amax, buffer, map);
  if (!isWide)
    return;
  stored.setAtomicMax(true);
  // No magnitude is smaller than that of nothing.
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPoint(stored->getParentOfType<gpu::LaunchOp>());
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0.0));
  linalg::FillOp::create(b, zero, buffer);
}

void FusionEmitter::emitScales(QuantizeOp op, Value stored, Value buffer) {
  ScaledType type = op.getType();
  AffineMap map = type.getScaleLayout().getStorageMap().compose(
      getBlockMap(b, type.getRecipe().getBlockShape()));
  map = toSpace(op.getInput(), map);
  SmallVector<Value> padded = emitScalesEnd(op, buffer);
  store(stored, buffer, map, padded,
        padded.empty() ? TypedAttr() : getScalePadding(type));
}

void FusionEmitter::emitData(QuantizeOp op, Value input, Value encode,
                             Value buffer) {
  ScaledType type = op.getType();
  auto element = cast<FloatType>(type.getElementType());
  Value data = emitMap(b, {input, encode}, TypeRange{element},
                       [&](OpBuilder &builder, ValueRange args) {
                         Value scaled =
                             buildScaled(builder, b.getLoc(), args[0], args[1],
                                         element, op.getNumerics());
                         return SmallVector<Value>{arith::TruncFOp::create(
                             builder, b.getLoc(), element, scaled)};
                       })[0];
  AffineMap map = toSpace(op.getInput(), type.getDataStorageMap());
  SmallVector<Value> padded = emitDataEnd(op, buffer);
  if (padded.empty())
    padded = emitPackedEnd(op);
  TypedAttr padding =
      b.getFloatAttr(element, type.getDataLayout().getPaddingValue());
  store(data, buffer, map, padded, padded.empty() ? TypedAttr() : padding);
}
