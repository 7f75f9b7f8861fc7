//===- ScalePlaces.cpp - Where scales are stored --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalePlaces.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::lowp;

SmallVector<Value> mlir::lowp::expandMap(OpBuilder &builder, Location loc,
                                         AffineMap map, ValueRange operands) {
  return *affine::expandAffineMap(builder, loc, map, operands);
}

Value mlir::lowp::multiply(OpBuilder &builder, Location loc,
                           ValueRange factors) {
  Value product = arith::ConstantIndexOp::create(builder, loc, 1);
  for (Value factor : factors)
    product = arith::MulIOp::create(builder, loc, product, factor);
  return product;
}

/// The row-major number of `place` in a tensor of `shape`.
static Value linearize(OpBuilder &builder, Location loc, ValueRange place,
                       ValueRange shape) {
  Value number = arith::ConstantIndexOp::create(builder, loc, 0);
  for (auto [index, size] : llvm::zip_equal(place, shape)) {
    Value scaled = arith::MulIOp::create(builder, loc, number, size);
    number = arith::AddIOp::create(builder, loc, scaled, index);
  }
  return number;
}

/// The place in a tensor of `shape` that has row-major index `number`.
static SmallVector<Value> delinearize(OpBuilder &builder, Location loc,
                                      Value number, ArrayRef<Value> shape) {
  SmallVector<Value> place;
  for (Value size : llvm::reverse(shape.drop_front())) {
    place.push_back(arith::RemUIOp::create(builder, loc, number, size));
    number = arith::DivUIOp::create(builder, loc, number, size);
  }
  place.push_back(number);
  std::reverse(place.begin(), place.end());
  return place;
}

/// The place of entry (i, j) where groups have storages of their own: what
/// those before take, and the place in that of the group.
static Value buildSeparatePlace(OpBuilder &builder, Location loc,
                                ScaledType type, const BlockGrid &grid, Value i,
                                Value j) {
  unsigned axis = *grid.getGroupedDim();
  const GroupedDim &groups = grid.getGroups();
  AffineMap shapeMap = type.getScaleLayout().getStorageShapeMap();
  SmallVector<Value> entry = {i, j};
  Value group = groups.getGroupOfBlock(builder, loc, entry[axis]);
  Value first = groups.getFirstBlock(builder, loc, group);
  Value end = groups.getEndOfBlocks(builder, loc, group);
  SmallVector<Value> counts = getValueOrCreateConstantIndexOp(
      builder, loc, grid.getCounts(builder, loc));
  counts[axis] = first;
  Value before =
      multiply(builder, loc, expandMap(builder, loc, shapeMap, counts));
  counts[axis] = arith::SubIOp::create(builder, loc, end, first);
  entry[axis] = arith::SubIOp::create(builder, loc, entry[axis], first);
  Value inGroup = linearize(
      builder, loc,
      expandMap(builder, loc, type.getScaleLayout().getStorageMap(), entry),
      expandMap(builder, loc, shapeMap, counts));
  return arith::AddIOp::create(builder, loc, before, inGroup);
}

SmallVector<Value> mlir::lowp::buildPlace(OpBuilder &builder, Location loc,
                                          ScaledType type,
                                          const BlockGrid &grid, Value i,
                                          Value j) {
  if (type.hasSeparateGroups())
    return {buildSeparatePlace(builder, loc, type, grid, i, j)};
  return expandMap(builder, loc, type.getScaleLayout().getStorageMap(), {i, j});
}

FailureOr<StorageDigits> mlir::lowp::getScaleDigits(ScaledType type) {
  FailureOr<StorageDigits> digits =
      matchStorageDigits(type.getScaleLayout().getStorageMap());
  if (failed(digits) || !isComplete(*digits, 0) || !isComplete(*digits, 1))
    return failure();
  // An index beyond the values of its digit would be padding.
  ScaledType whole = type.withGroups({});
  ArrayRef<int64_t> shape = whole.getScaleStorageType().getShape();
  bool isExact = llvm::all_of_zip(shape, *digits,
                                  [](int64_t size, const StorageDigit &digit) {
                                    return !digit.count || size == *digit.count;
                                  });
  if (!isExact)
    return failure();
  return digits;
}

/// The entry of a matrix whose place is `place`.
static SmallVector<Value> combineDigits(OpBuilder &builder, Location loc,
                                        ArrayRef<StorageDigit> digits,
                                        ArrayRef<Value> place) {
  SmallVector<Value> entry(2);
  for (auto [index, digit] : llvm::zip_equal(place, digits)) {
    Value part = index;
    if (digit.weight != 1)
      part = arith::MulIOp::create(
          builder, loc, part,
          arith::ConstantIndexOp::create(builder, loc, digit.weight));
    Value &sum = entry[digit.dim];
    sum =
        sum ? arith::AddIOp::create(builder, loc, sum, part).getResult() : part;
  }
  return entry;
}

/// The inverse of buildSeparatePlace: the entry at `number`.
static SmallVector<Value> findSeparateEntry(OpBuilder &builder, Location loc,
                                            ScaledType type,
                                            const BlockGrid &grid,
                                            ArrayRef<StorageDigit> digits,
                                            Value number) {
  unsigned axis = *grid.getGroupedDim();
  const GroupedDim &groups = grid.getGroups();
  AffineMap shapeMap = type.getScaleLayout().getStorageShapeMap();
  SmallVector<Value> counts = getValueOrCreateConstantIndexOp(
      builder, loc, grid.getCounts(builder, loc));
  // Groups begin at multiples of the alignment, which fill whole tiles.
  Value step = arith::ConstantIndexOp::create(builder, loc,
                                              type.getGroups().getAlignment());
  counts[axis] = step;
  Value stored =
      multiply(builder, loc, expandMap(builder, loc, shapeMap, counts));
  Value steps = arith::DivUIOp::create(builder, loc, number, stored);
  Value group = groups.getGroupOfBlock(
      builder, loc, arith::MulIOp::create(builder, loc, steps, step));
  Value first = groups.getFirstBlock(builder, loc, group);
  Value end = groups.getEndOfBlocks(builder, loc, group);
  counts[axis] = arith::SubIOp::create(builder, loc, end, first);
  Value before = arith::MulIOp::create(
      builder, loc, arith::DivUIOp::create(builder, loc, first, step), stored);
  SmallVector<Value> place = delinearize(
      builder, loc, arith::SubIOp::create(builder, loc, number, before),
      expandMap(builder, loc, shapeMap, counts));
  SmallVector<Value> entry = combineDigits(builder, loc, digits, place);
  entry[axis] = arith::AddIOp::create(builder, loc, entry[axis], first);
  return entry;
}

SmallVector<Value> mlir::lowp::findEntry(OpBuilder &builder, Location loc,
                                         ScaledType type, const BlockGrid &grid,
                                         ArrayRef<StorageDigit> digits,
                                         ArrayRef<Value> place) {
  if (type.hasSeparateGroups())
    return findSeparateEntry(builder, loc, type, grid, digits, place.front());
  return combineDigits(builder, loc, digits, place);
}
