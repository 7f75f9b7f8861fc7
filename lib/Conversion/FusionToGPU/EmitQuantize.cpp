//===- EmitQuantize.cpp - A quantize in the kernel of a fusion ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/QuantizeMath.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// Computes a vector of one element type from others, element by element.
static SmallVector<Value>
emitMap(ImplicitLocOpBuilder &b, ValueRange inputs, TypeRange elements,
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

AffineMap FusionEmitter::toSpace(QuantizeOp op, AffineMap map) {
  unsigned dims = std::max<size_t>(domain.sizes.size(), 2);
  unsigned shift = dims - domain.sizes.size();
  // A matrix of one row has that of the space of one dimension.
  SmallVector<AffineExpr> results;
  SmallVector<int> places = domain.dims.lookup(op.getInput());
  size_t batchDims = places.size() - 2;
  for (auto [position, dim] : llvm::enumerate(places)) {
    bool isUnit = dim == FusionDomain::kUnit;
    if (isUnit && position < batchDims)
      results.push_back(b.getAffineConstantExpr(0));
    else
      results.push_back(b.getAffineDimExpr(isUnit ? 0 : unsigned(dim) + shift));
  }
  ArrayRef<AffineExpr> matrix = ArrayRef(results).take_back(2);
  AffineMap inMatrix =
      map.compose(AffineMap::get(dims, 0, matrix, b.getContext()));
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

/// How many positions of what it stores, along each dimension, `buffer` has:
/// digits fill up their slowest one.
static SmallVector<Value> emitStoredSizes(ImplicitLocOpBuilder &b,
                                          AffineMap storageMap, Value buffer,
                                          unsigned batchDims) {
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
  SmallVector<Value> ends = emitStoredSizes(b, type.getDataStorageMap(), buffer,
                                            type.getShape().size() - 2);
  if (domain.isTransposed(op.getInput()))
    std::swap(ends[0], ends[1]);
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

void FusionEmitter::emitQuantize(QuantizeOp op) {
  SplitScaledOp split = getSplit(op);
  ScaledType type = op.getType();
  RecipeAttrInterface recipe = type.getRecipe();
  Value input = broadcastTo(get(op.getInput()), {tileM, tileN});
  auto inputType = cast<VectorType>(input.getType());

  Type element = inputType.getElementType();
  Value magnitude =
      emitMap(b, input, element, [&](OpBuilder &builder, ValueRange args) {
        return SmallVector<Value>{
            math::AbsFOp::create(builder, b.getLoc(), args[0])};
      })[0];
  BlockShape block = domain.getBlock(op);
  auto countBlocks = [](int64_t tile, int64_t extent) {
    // A block that is larger than the tile is so because the matrix is not.
    return extent == BlockShape::kWhole ? 1
                                        : std::max<int64_t>(tile / extent, 1);
  };
  auto amaxType = VectorType::get(
      {countBlocks(tileM, block.rows), countBlocks(tileN, block.columns)},
      element);
  Value amax =
      CTAReduceOp::create(b, amaxType, Combiner::MaximumF, magnitude, Value());
  SmallVector<Value> scale = emitMap(
      b, amax, {b.getF32Type(), recipe.getScaleType()},
      [&](OpBuilder &builder, ValueRange args) {
        BlockScale scale = recipe.buildScale(
            builder, b.getLoc(), toF32(builder, b.getLoc(), args[0]),
            /*globalEncode=*/Value(), *getFloatFormat(type.getElementType()),
            op.getBlockNumerics(), type.getConvention());
        return SmallVector<Value>{scale.encode, scale.stored};
      });
  emitScales(op, scale[1], findOutput(split.getScales()));
  emitData(op, input, broadcastTo(scale[0], inputType.getShape()),
           findOutput(split.getData()));
}

void FusionEmitter::emitScales(QuantizeOp op, Value stored, Value buffer) {
  ScaledType type = op.getType();
  BlockShape block = type.getRecipe().getBlockShape();
  SmallVector<AffineExpr> entry;
  for (unsigned dim : {0u, 1u}) {
    AffineExpr position = b.getAffineDimExpr(dim);
    entry.push_back(block.extent(dim) == BlockShape::kWhole
                        ? b.getAffineConstantExpr(0)
                        : position.floorDiv(block.extent(dim)));
  }
  AffineMap layout = type.getScaleLayout().getStorageMap();
  AffineMap map = layout.compose(AffineMap::get(2, 0, entry, b.getContext()));
  map = toSpace(op, map);
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
  AffineMap map = toSpace(op, type.getDataStorageMap());
  SmallVector<Value> padded = emitDataEnd(op, buffer);
  TypedAttr padding =
      b.getFloatAttr(element, type.getDataLayout().getPaddingValue());
  store(data, buffer, map, padded, padded.empty() ? TypedAttr() : padding);
}
