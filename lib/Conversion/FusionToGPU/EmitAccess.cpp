//===- EmitAccess.cpp - Inputs and outputs of the kernel of a fusion ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionEmitter.h"

#include "lowp/Conversion/LinalgToGPU/BufferAlignment.h"
#include "lowp/Graph/Analysis/ConcatParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

Value FusionEmitter::loadScalar(BlockArgument argument) {
  Value buffer = call.getInputs()[argument.getArgNumber()];
  SmallVector<Value> indices;
  for (auto [place, dim] : llvm::enumerate(space.dims.lookup(argument))) {
    int64_t index = space.hasAllParts(argument, place) ? part : 0;
    indices.push_back(dim == IterationSpace::kUnit
                          ? arith::ConstantIndexOp::create(b, index).getResult()
                          : batch[dim]);
  }
  return memref::LoadOp::create(b, buffer, indices);
}

ArrayRef<Value> FusionEmitter::getRowDigits() const {
  ArrayRef<Value> digits =
      ArrayRef(sizes).drop_back().drop_front(space.countBatchDims());
  return digits.empty() ? digits : digits.drop_front();
}

AffineMap FusionEmitter::toSpace(Value matrix, AffineMap map) {
  unsigned dims = std::max<size_t>(space.sizes.size(), 2);
  unsigned shift = dims - space.sizes.size();
  // A matrix of one row has that of the space of one dimension.
  SmallVector<AffineExpr> results;
  SmallVector<int> places = space.dims.lookup(matrix);
  size_t batchDims = places.size() - 2;
  for (auto [position, dim] : llvm::enumerate(places)) {
    bool isUnit = dim == IterationSpace::kUnit;
    if (isUnit && position < batchDims)
      results.push_back(b.getAffineConstantExpr(0));
    else
      results.push_back(b.getAffineDimExpr(isUnit ? 0 : unsigned(dim) + shift));
  }
  addPartOffset(matrix, results);
  ArrayRef<AffineExpr> position = ArrayRef(results).take_back(2);
  AffineMap inMatrix =
      map.compose(AffineMap::get(dims, 0, position, b.getContext()));
  results.truncate(results.size() - 2);
  llvm::append_range(results, inMatrix.getResults());
  return AffineMap::get(dims, 0, results, b.getContext());
}

Value FusionEmitter::loadInput(BlockArgument argument) {
  Value buffer = call.getInputs()[argument.getArgNumber()];
  if (!isa<MemRefType>(buffer.getType()))
    return buffer;
  return isScalar(argument) ? loadScalar(argument) : loadTile(argument, buffer);
}

Value FusionEmitter::loadTile(Value value, Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return CTALoadOp::create(b, getTileType(value, element), buffer, batch, row,
                           column, rows, columns, getRowDigits(),
                           /*rows_at=*/Value(), getMap(value),
                           isAlignedBuffer(buffer), overhangs[0], overhangs[1],
                           /*entries=*/false);
}

Value FusionEmitter::loadEntries(Value value, ArrayRef<int64_t> shape,
                                 AffineMap map) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    // What a fusion reads by blocks is an input or a number: readsOwnMemory.
    Value number = get(value);
    return toEntries(number, VectorType::get(shape, number.getType()));
  }
  Value buffer = call.getInputs()[argument.getArgNumber()];
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  // Where a tile has one row, its columns are its elements.
  bool isTile = shape[0] == tileM && shape[1] == tileN;
  return CTALoadOp::create(b, VectorType::get(shape, element), buffer, batch,
                           row, column, rows, columns, getRowDigits(),
                           /*rows_at=*/Value(), map, isAlignedBuffer(buffer),
                           overhangs[0], overhangs[1], /*entries=*/!isTile);
}

Value FusionEmitter::emitPosition(int dim, ArrayRef<int64_t> shape) {
  if (dim == IterationSpace::kUnit)
    return arith::ConstantIndexOp::create(b, 0);
  int batchDims = space.countBatchDims();
  if (dim < batchDims)
    return batch[dim];
  // A space of one dimension has one row.
  int number = dim - batchDims + (space.sizes.size() == 1 ? 1 : 0);
  return CTAIndexOp::create(b, VectorType::get(shape, b.getIndexType()), number,
                            row, column, rows, columns, getRowDigits(),
                            overhangs[0], overhangs[1]);
}

Value FusionEmitter::get(Value value) {
  if (auto concat = value.getDefiningOp<tensor::ConcatOp>();
      space.readsParts(concat))
    value = concat.getInputs()[part];
  auto found = values.find(value);
  if (found != values.end())
    return found->second;
  Value there = read(value);
  values[value] = there;
  return there;
}

Value FusionEmitter::read(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return loadInput(argument);
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    return get(fill.getInputs().front());
  if (value.getDefiningOp<tensor::EmptyOp>() ||
      value.getDefiningOp<AlignedEmptyOp>())
    return emitAnyScalar(getElementTypeOrSelf(value.getType()));
  // What is left is what an earlier stage wrote.
  return loadTile(value, findOutput(value));
}

Value FusionEmitter::emitAnyScalar(Type element) {
  return arith::ConstantOp::create(b, cast<TypedAttr>(b.getZeroAttr(element)));
}

Value FusionEmitter::getTile(Value value) {
  Value tile = get(value);
  return toEntries(tile,
                   getTileType(value, getElementTypeOrSelf(tile.getType())));
}

Value FusionEmitter::getWholeTile(Value value) {
  int64_t whole[] = {tileM, tileN};
  Value tile = broadcastTo(get(value), whole);
  Type element = getElementTypeOrSelf(tile.getType());
  return toEntries(tile, VectorType::get(whole, element));
}

Value FusionEmitter::broadcastTo(Value value, ArrayRef<int64_t> shape) {
  auto type = dyn_cast<VectorType>(value.getType());
  if (!type || type.getShape() == shape)
    return value;
  return CTABroadcastOp::create(
      b, VectorType::get(shape, type.getElementType()), value);
}

Value FusionEmitter::toEntries(Value value, VectorType type) {
  if (isa<VectorType>(value.getType()))
    return value;
  auto map = CTAMapOp::create(b, TypeRange{type}, value);
  OpBuilder::InsertionGuard scope(b);
  Block *block = b.createBlock(&map.getBody());
  Value entry = block->addArgument(value.getType(), b.getLoc());
  lowp_gpu::YieldOp::create(b, entry);
  return map.getResult(0);
}

CTAStoreOp FusionEmitter::store(Value value, Value buffer, AffineMap map,
                                ValueRange padded, TypedAttr padding) {
  return CTAStoreOp::create(b, toEntries(value), buffer, batch, row, column,
                            rows, columns, getRowDigits(), padded, map, padding,
                            isAlignedBuffer(buffer), overhangs[0], overhangs[1],
                            /*atomic_max=*/false);
}

void FusionEmitter::storeParts(tensor::ConcatOp concat, Value output,
                               AffineMap map) {
  int64_t size = *getPartSize(concat);
  for (auto [number, part] : llvm::enumerate(concat.getInputs())) {
    SmallVector<AffineExpr> place(map.getResults());
    place[concat.getDim()] = place[concat.getDim()] + int64_t(number) * size;
    auto at = AffineMap::get(map.getNumDims(), 0, place, b.getContext());
    if (auto inner = part.getDefiningOp<tensor::ConcatOp>())
      storeParts(inner, output, at);
    else
      store(getTile(part), output, at);
  }
}

Value FusionEmitter::findOutput(Value value) {
  Operation *end = function.getBody().front().getTerminator();
  for (auto [result, buffer] :
       llvm::zip_equal(end->getOperands(), call.getOutputs()))
    if (result == value)
      return buffer;
  return {};
}

bool FusionEmitter::isInputScalar(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &function.getBody().front();
}
