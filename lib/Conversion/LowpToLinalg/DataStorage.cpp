//===- DataStorage.cpp - Data in the places of their layout ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an element lies is what the maps of the type say, and nothing here
// knows a layout. Positions are (row, column); the matrices in storage order
// that come and go have them permuted.
//
//===----------------------------------------------------------------------===//

#include "DataStorage.h"

#include "LinalgBuilders.h"
#include "PackedData.h"
#include "ScalePlaces.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::lowp;

AffineMap mlir::lowp::getDataMap(ScaledType type) {
  return AffineMap::getPermutationMap(type.getOrder(), type.getContext());
}

Value mlir::lowp::buildEmptyData(OpBuilder &builder, Location loc,
                                 ScaledType type,
                                 ArrayRef<OpFoldResult> sizes) {
  return tensor::EmptyOp::create(
      builder, loc, applyPermutationMap<OpFoldResult>(getDataMap(type), sizes),
      getUnpackedElementType(type));
}

/// The padding of the data layout, as an unpacked element of `type`.
static Value buildDataPadding(OpBuilder &builder, Location loc,
                              ScaledType type) {
  FloatAttr number = builder.getFloatAttr(
      type.getElementType(), type.getDataLayout().getPaddingValue());
  TypedAttr padding = number;
  if (type.isPacked())
    padding = builder.getIntegerAttr(
        builder.getI8Type(), number.getValue().bitcastToAPInt().zext(8));
  return arith::ConstantOp::create(builder, loc, padding);
}

/// elements[place], or padding where the place is not within `sizes`.
static Value getElementOrPadding(OpBuilder &builder, Location loc,
                                 ScaledType type, Value elements,
                                 ValueRange place, ValueRange sizes) {
  Value isInside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [index, size] : llvm::zip_equal(place, sizes))
    isInside = arith::AndIOp::create(
        builder, loc, isInside,
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index,
                              size));
  return buildWhere(
      builder, loc, isInside,
      [&](OpBuilder &b, Location loc) -> Value {
        return tensor::ExtractOp::create(b, loc, elements, place);
      },
      [&](OpBuilder &b, Location loc) {
        return buildDataPadding(b, loc, type);
      });
}

/// An uninitialised tensor for the data of `type` in their layout; `sizes` are
/// (rows, columns).
static Value buildEmptyStorage(OpBuilder &builder, Location loc,
                               ScaledType type, ValueRange sizes) {
  SmallVector<OpFoldResult> stored = getAsOpFoldResult(
      expandMap(builder, loc, type.getDataStorageShapeMap(), sizes));
  // What the type knows need not be computed.
  ArrayRef<int64_t> known = type.getElementsType().getShape();
  for (auto [size, constant] : llvm::zip_equal(stored, known))
    if (!ShapedType::isDynamic(constant))
      size = builder.getIndexAttr(constant);
  return tensor::EmptyOp::create(builder, loc, stored,
                                 getUnpackedElementType(type));
}

Value mlir::lowp::buildInLayout(OpBuilder &builder, Location loc,
                                ScaledType type, Value elements) {
  AffineMap toStored = getDataMap(type);
  SmallVector<Value> stored = getValueOrCreateConstantIndexOp(
      builder, loc, tensor::getMixedSizes(builder, loc, elements));
  SmallVector<Value> sizes =
      applyPermutationMap<Value>(inversePermutation(toStored), stored);
  Value init = buildEmptyStorage(builder, loc, type, sizes);
  unsigned rank = cast<RankedTensorType>(init.getType()).getRank();
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) {
    SmallVector<Value> position = expandMap(b, loc, type.getDataElementMap(),
                                            getLoopIndices(b, loc, rank));
    SmallVector<Value> place = applyPermutationMap<Value>(toStored, position);
    return getElementOrPadding(b, loc, type, elements, place, stored);
  };
  return buildGeneric(builder, loc, {}, init,
                      builder.getMultiDimIdentityMap(rank), body);
}

/// The sizes (rows, columns) of the matrix in `stored`.
static SmallVector<OpFoldResult> getMatrixSizes(OpBuilder &builder,
                                                Location loc, ScaledType type,
                                                Value stored) {
  auto getStoredSize = [&](unsigned index) {
    return tensor::getMixedSize(builder, loc, stored, index);
  };
  return {getSizeInTiles(builder, loc, type, 0, getStoredSize),
          getSizeInTiles(builder, loc, type, 1, getStoredSize)};
}

Value mlir::lowp::buildOutOfLayout(OpBuilder &builder, Location loc,
                                   ScaledType type, Value stored) {
  AffineMap toStored = getDataMap(type);
  Value init = buildEmptyData(builder, loc, type,
                              getMatrixSizes(builder, loc, type, stored));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
    SmallVector<Value> position = applyPermutationMap<Value>(
        inversePermutation(toStored), ArrayRef(getLoopIndices(b, loc, 2)));
    SmallVector<Value> place =
        expandMap(b, loc, type.getDataStorageMap(), position);
    return tensor::ExtractOp::create(b, loc, stored, place);
  };
  return buildGeneric(builder, loc, {}, init, builder.getMultiDimIdentityMap(2),
                      body);
}
