//===- DataPanels.cpp - Data cut into panels ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an element lies is what the maps of the type say, and nothing here
// knows what a panel looks like. Positions are (row, column); the matrices in
// storage order that come and go have them permuted.
//
//===----------------------------------------------------------------------===//

#include "DataPanels.h"

#include "LinalgBuilders.h"
#include "PackedData.h"
#include "ScaledParts.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp;

/// Computes a map of a type with arith ops; such maps can always be expanded.
static SmallVector<Value> expandMap(OpBuilder &builder, Location loc,
                                    AffineMap map, ValueRange operands) {
  return *affine::expandAffineMap(builder, loc, map, operands);
}

static SmallVector<Value> getLoopIndices(OpBuilder &builder, Location loc,
                                         unsigned count) {
  SmallVector<Value> indices;
  for (unsigned dim = 0; dim < count; ++dim)
    indices.push_back(linalg::IndexOp::create(builder, loc, dim));
  return indices;
}

/// elements[place], or 0 where the place is not within `sizes`.
static Value getElementOrZero(OpBuilder &builder, Location loc, Value elements,
                              ValueRange place, ValueRange sizes) {
  Value isInside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [index, size] : llvm::zip_equal(place, sizes))
    isInside = arith::AndIOp::create(
        builder, loc, isInside,
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, index,
                              size));
  auto element = scf::IfOp::create(
      builder, loc, isInside,
      [&](OpBuilder &b, Location loc) {
        Value stored = tensor::ExtractOp::create(b, loc, elements, place);
        scf::YieldOp::create(b, loc, stored);
      },
      [&](OpBuilder &b, Location loc) {
        Type type = cast<RankedTensorType>(elements.getType()).getElementType();
        Value zero = arith::ConstantOp::create(
            b, loc, cast<TypedAttr>(b.getZeroAttr(type)));
        scf::YieldOp::create(b, loc, zero);
      });
  return element.getResult(0);
}

/// An uninitialised tensor for the data of `type` in panels; `sizes` are (rows,
/// columns).
static Value buildEmptyPanels(OpBuilder &builder, Location loc, ScaledType type,
                              ValueRange sizes) {
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

Value mlir::lowp::buildPanels(OpBuilder &builder, Location loc, ScaledType type,
                              Value elements) {
  AffineMap toStored = getDataMap(type);
  SmallVector<Value> stored = getValueOrCreateConstantIndexOp(
      builder, loc, tensor::getMixedSizes(builder, loc, elements));
  SmallVector<Value> sizes =
      applyPermutationMap<Value>(inversePermutation(toStored), stored);
  Value init = buildEmptyPanels(builder, loc, type, sizes);
  unsigned rank = cast<RankedTensorType>(init.getType()).getRank();
  auto body = [&](OpBuilder &b, Location loc, ValueRange) {
    SmallVector<Value> position = expandMap(b, loc, type.getDataElementMap(),
                                            getLoopIndices(b, loc, rank));
    SmallVector<Value> place = applyPermutationMap<Value>(toStored, position);
    linalg::YieldOp::create(b, loc,
                            getElementOrZero(b, loc, elements, place, stored));
  };
  return buildElementwise(builder, loc, {}, init,
                          builder.getMultiDimIdentityMap(rank), body);
}

/// The sizes (rows, columns) of a matrix whose tensor of elements is `panels`.
/// What is unknown until run time fills whole panels.
static SmallVector<OpFoldResult> getMatrixSizes(OpBuilder &builder,
                                                Location loc, ScaledType type,
                                                Value panels) {
  // The position behind the last element of the storage is that of its last
  // place, plus one.
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> last;
  for (Value size : getValueOrCreateConstantIndexOp(
           builder, loc, tensor::getMixedSizes(builder, loc, panels)))
    last.push_back(arith::SubIOp::create(builder, loc, size, one));
  SmallVector<Value> position =
      expandMap(builder, loc, type.getDataElementMap(), last);
  SmallVector<OpFoldResult> sizes;
  for (auto [index, declared] :
       llvm::zip_equal(position, type.getMatrixShape())) {
    if (ShapedType::isDynamic(declared))
      sizes.push_back(
          arith::AddIOp::create(builder, loc, index, one).getResult());
    else
      sizes.push_back(builder.getIndexAttr(declared));
  }
  return sizes;
}

Value mlir::lowp::buildWithoutPanels(OpBuilder &builder, Location loc,
                                     ScaledType type, Value panels) {
  AffineMap toStored = getDataMap(type);
  Value init = buildEmptyData(builder, loc, type,
                              getMatrixSizes(builder, loc, type, panels));
  auto body = [&](OpBuilder &b, Location loc, ValueRange) {
    SmallVector<Value> position = applyPermutationMap<Value>(
        inversePermutation(toStored), ArrayRef(getLoopIndices(b, loc, 2)));
    SmallVector<Value> place =
        expandMap(b, loc, type.getDataStorageMap(), position);
    Value element = tensor::ExtractOp::create(b, loc, panels, place);
    linalg::YieldOp::create(b, loc, element);
  };
  return buildElementwise(builder, loc, {}, init,
                          builder.getMultiDimIdentityMap(2), body);
}
