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

/// The sizes of `shape`: constants where they are known, else dimensions.
static SmallVector<AffineExpr> getSizes(MLIRContext *context,
                                        ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> sizes;
  for (auto [index, size] : llvm::enumerate(shape))
    sizes.push_back(ShapedType::isDynamic(size)
                        ? getAffineDimExpr(index, context)
                        : getAffineConstantExpr(size, context));
  return sizes;
}

/// The value of `extent` where the dimensions are `shape`; dynamic when it
/// depends on a dynamic one.
static int64_t evaluateExtent(AffineExpr extent, ArrayRef<int64_t> shape) {
  AffineExpr value = simplifyAffineExpr(
      extent.replaceDims(getSizes(extent.getContext(), shape)), shape.size(),
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
    bool isDivided = groups && groups.getAxis() == dim &&
                     !groups.keepsPlaces(block.extent(dim));
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

//===----------------------------------------------------------------------===//
// Shapes as functions of the type's shape
//===----------------------------------------------------------------------===//

/// A size that does not follow from the shape.
static AffineExpr getUnknownSize(MLIRContext *context) {
  return getAffineSymbolExpr(0, context);
}

static AffineExpr getGroupCount(GroupsAttr groups) {
  MLIRContext *context = groups.getContext();
  return ShapedType::isDynamic(groups.getCount())
             ? getUnknownSize(context)
             : getAffineConstantExpr(groups.getCount(), context);
}

/// `BlockShape::count`, and with `groups` `BlockShape::countInGroups`, of a
/// size that need not be known.
static AffineExpr countBlocks(int64_t extent, AffineExpr size,
                              GroupsAttr groups) {
  MLIRContext *context = size.getContext();
  bool isWhole = extent == BlockShape::kWhole;
  if (!groups || groups.keepsPlaces(extent))
    return isWhole ? getAffineConstantExpr(1, context) : size.ceilDiv(extent);
  AffineExpr count = getGroupCount(groups);
  if (isWhole)
    return count * groups.getAlignment();
  // floor((size + count * (step - 1)) / step), rounded the other way: so one
  // group has the form that no groups have.
  int64_t step = extent * groups.getAlignment();
  AffineExpr raised = size + (count - 1) * (step - 1);
  return raised.ceilDiv(step) * groups.getAlignment();
}

static SmallVector<AffineExpr> applyToSizes(AffineMap map,
                                            ArrayRef<AffineExpr> sizes) {
  SmallVector<AffineExpr> applied;
  for (AffineExpr result : map.getResults())
    applied.push_back(result.replaceDims(sizes));
  return applied;
}

/// The product of `sizes`; a number that does not follow from the shape where
/// several of them are unknown, for that is no affine function.
static AffineExpr multiply(MLIRContext *context, ArrayRef<AffineExpr> sizes) {
  AffineExpr product = getAffineConstantExpr(1, context);
  for (AffineExpr size : sizes) {
    if (!isa<AffineConstantExpr>(product) && !isa<AffineConstantExpr>(size))
      return getUnknownSize(context);
    product = product * size;
  }
  return product;
}

static SmallVector<AffineExpr> getDataSizes(ScaledType type,
                                            ArrayRef<AffineExpr> matrix) {
  SmallVector<AffineExpr> stored =
      applyToSizes(type.getDataStorageShapeMap(), matrix);
  if (!type.isPacked())
    return stored;
  PackedElements packed(type.getElementType().getIntOrFloatBitWidth());
  stored.back() = stored.back().ceilDiv(packed.group()) * packed.bytesOfGroup();
  return stored;
}

static SmallVector<AffineExpr> getScaleSizes(ScaledType type,
                                             ArrayRef<AffineExpr> matrix) {
  BlockShape block = type.getRecipe().getBlockShape();
  GroupsAttr groups = type.getGroups();
  SmallVector<AffineExpr> counts;
  for (unsigned dim : {0, 1}) {
    bool isDivided = groups && groups.getAxis() == dim;
    counts.push_back(countBlocks(block.extent(dim), matrix[dim],
                                 isDivided ? groups : GroupsAttr()));
  }
  SmallVector<AffineExpr> stored =
      applyToSizes(type.getScaleLayout().getStorageShapeMap(), counts);
  if (type.hasSeparateGroups())
    return {multiply(type.getContext(), stored)};
  return stored;
}

SmallVector<AffineMap, 3> ScaledType::getStorageShapeMaps() const {
  SmallVector<AffineExpr> sizes = getSizes(getContext(), getShape());
  ArrayRef<AffineExpr> batch = ArrayRef(sizes).drop_back(2);
  ArrayRef<AffineExpr> matrix = ArrayRef(sizes).take_back(2);
  auto getMap = [&](ArrayRef<AffineExpr> stored) {
    SmallVector<AffineExpr> results(batch);
    llvm::append_range(results, stored);
    bool hasSymbol = llvm::any_of(
        stored, [](AffineExpr size) { return size.isFunctionOfSymbol(0); });
    return AffineMap::get(/*dimCount=*/sizes.size(),
                          /*symbolCount=*/hasSymbol ? 1 : 0, results,
                          getContext());
  };
  SmallVector<AffineMap, 3> maps = {getMap(getDataSizes(*this, matrix)),
                                    getMap(getScaleSizes(*this, matrix))};
  if (hasGlobalScale())
    maps.push_back(getMap(isGrouped()
                              ? getGroupCount(getGroups())
                              : getAffineConstantExpr(1, getContext())));
  return maps;
}
