//===- ScaledTypeTensors.cpp - Tensors behind a scaled type ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageShape.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Support/PackedElements.h"

using namespace mlir;
using namespace mlir::lowp;

/// The value of `extent` where the dimensions are `shape`; dynamic when it
/// depends on a dynamic one.
static int64_t evaluateExtent(AffineExpr extent, ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> dims;
  for (auto [index, size] : llvm::enumerate(shape))
    dims.push_back(ShapedType::isDynamic(size)
                       ? getAffineDimExpr(index, extent.getContext())
                       : getAffineConstantExpr(size, extent.getContext()));
  AffineExpr value = simplifyAffineExpr(extent.replaceDims(dims), shape.size(),
                                        /*numSymbols=*/0);
  auto constant = dyn_cast<AffineConstantExpr>(value);
  return constant ? constant.getValue() : ShapedType::kDynamic;
}

SmallVector<int64_t>
mlir::lowp::evaluateStorageShape(AffineMap shapeMap, ArrayRef<int64_t> matrix) {
  SmallVector<int64_t> stored;
  for (AffineExpr extent : shapeMap.getResults())
    stored.push_back(evaluateExtent(extent, matrix));
  return stored;
}

SmallVector<int64_t> mlir::lowp::countScales(RecipeAttrInterface recipe,
                                             ArrayRef<int64_t> matrix,
                                             GroupsAttr groups) {
  BlockShape block = recipe.getBlockShape();
  SmallVector<int64_t> counts;
  for (unsigned dim : {0, 1}) {
    bool isDivided = groups && groups.getAxis() == dim;
    counts.push_back(isDivided ? block.countInGroups(dim, matrix[dim],
                                                     groups.getCount(),
                                                     groups.getAlignment())
                               : block.count(dim, matrix[dim]));
  }
  return counts;
}

SmallVector<int64_t> ScaledType::getScaleMatrixShape() const {
  return countScales(getRecipe(), getMatrixShape(), getGroups());
}

bool ScaledType::isPacked() const { return getPacking() == Packing::Dense; }

RankedTensorType ScaledType::getDataType() const {
  RankedTensorType elements = getElementsType();
  if (!isPacked())
    return elements;
  SmallVector<int64_t> stored(elements.getShape());
  PackedElements packed(getElementType().getIntOrFloatBitWidth());
  if (!ShapedType::isDynamic(stored.back()))
    stored.back() = packed.bytesOf(stored.back());
  return RankedTensorType::get(stored, IntegerType::get(getContext(), 8));
}

/// The shape of a stored tensor of `type` where the matrix that it stores has
/// the shape `matrix`; in a batch, storages lie one after the other.
static SmallVector<int64_t> getStoredShape(ScaledType type, AffineMap shapeMap,
                                           ArrayRef<int64_t> matrix) {
  SmallVector<int64_t> stored(type.getShape().drop_back(2));
  llvm::append_range(stored, evaluateStorageShape(shapeMap, matrix));
  return stored;
}

AffineMap ScaledType::getDataStorageMap() const {
  return getDataLayout().getStorageMap().compose(
      AffineMap::getPermutationMap(getOrder(), getContext()));
}

bool ScaledType::hasIdentityDataLayout() const {
  return getDataLayout().getStorageMap().isIdentity();
}

StorageDigits ScaledType::getDataDigits() const {
  // The verifier has seen that they are digits.
  return *matchStorageDigits(getDataStorageMap());
}

AffineMap ScaledType::getDataElementMap() const {
  return getElementMap(getDataDigits(), getContext());
}

AffineMap ScaledType::getDataStorageShapeMap() const {
  return getStorageShapeMap(getDataDigits(), getContext());
}

int64_t ScaledType::getDataAlignment(unsigned dim) const {
  StorageDigits digits = getDataDigits();
  unsigned index = getSlowestDigit(digits, dim);
  int64_t alignment = digits[index].weight;
  // A last index with a bound has whole groups (scaled-C10).
  if (isPacked() && index + 1 == digits.size())
    alignment *=
        PackedElements(getElementType().getIntOrFloatBitWidth()).group();
  return alignment;
}

bool ScaledType::fillsPackedGroups(DataLayoutAttrInterface layout,
                                   Type elementType) {
  FailureOr<StorageDigits> digits = matchStorageDigits(layout.getStorageMap());
  if (failed(digits) || digits->empty())
    return false;
  // Without a bound there are rows, which are filled up.
  PackedElements packed(elementType.getIntOrFloatBitWidth());
  return digits->back().count.value_or(0) % packed.group() == 0;
}

RankedTensorType ScaledType::getElementsType() const {
  return RankedTensorType::get(
      getStoredShape(*this, getDataStorageShapeMap(), getMatrixShape()),
      getElementType());
}

RankedTensorType ScaledType::getScaleStorageType() const {
  SmallVector<int64_t> shape = getStoredShape(
      *this, getScaleLayout().getStorageShapeMap(), getScaleMatrixShape());
  if (hasSeparateGroups())
    shape = {ShapedType::isDynamicShape(shape)
                 ? ShapedType::kDynamic
                 : ShapedType::getNumElements(shape)};
  return RankedTensorType::get(shape, getRecipe().getScaleType());
}

bool ScaledType::hasGlobalScale() const {
  return getRecipe().getScaleLevels() > 1;
}

RankedTensorType ScaledType::getGlobalScaleType() const {
  SmallVector<int64_t> shape(getShape().drop_back(2));
  shape.push_back(isGrouped() ? getGroups().getCount() : 1);
  return RankedTensorType::get(shape, Float32Type::get(getContext()));
}

SmallVector<Type, 3> ScaledType::getStorageTypes() const {
  SmallVector<Type, 3> types = {getDataType(), getScaleStorageType()};
  if (hasGlobalScale())
    types.push_back(getGlobalScaleType());
  return types;
}
