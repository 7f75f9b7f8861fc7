//===- ScaledTypeVerifier.cpp - What a scaled type demands ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StorageShape.h"
#include "VerifyTypes.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Support/PackedElements.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// 256 TiB of fp8: more than any machine has, and far enough from 2^63 that no
/// number of elements, bytes or padded scales overflows.
static constexpr int64_t kMaxElements = int64_t(1) << 48;

bool ScaledType::isAddressable(ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (int64_t size : shape) {
    if (ShapedType::isDynamic(size) || size == 0)
      continue;
    if (size < 0 || size > kMaxElements / elements)
      return false;
    elements *= size;
  }
  return true;
}

/// Whether the sizes that `extent` is computed from are known.
static bool isKnown(AffineExpr extent, ArrayRef<int64_t> matrix) {
  for (auto [dim, size] : llvm::enumerate(matrix))
    if (ShapedType::isDynamic(size) && extent.isFunctionOfDim(dim))
      return false;
  return true;
}

/// Whether `batch` storages of the shape that `shapeMap` gives for `matrix`,
/// one for no batch, are addressable.
static bool hasAddressableStorage(ArrayRef<int64_t> batch, AffineMap shapeMap,
                                  ArrayRef<int64_t> matrix) {
  SmallVector<int64_t> stored = evaluateStorageShape(shapeMap, matrix);
  // Known extents that cannot be computed have overflown.
  for (auto [size, extent] : llvm::zip_equal(stored, shapeMap.getResults()))
    if (ShapedType::isDynamic(size) && isKnown(extent, matrix))
      return false;
  llvm::append_range(stored, batch);
  return ScaledType::isAddressable(stored);
}

/// Whether matrices of `shape`, or a batch of them, have addressable data.
static bool hasAddressableData(ArrayRef<int64_t> shape, ArrayRef<int64_t> order,
                               DataLayoutAttrInterface layout) {
  StorageDigits digits = *matchStorageDigits(layout.getStorageMap());
  ArrayRef<int64_t> matrix = shape.take_back(2);
  return hasAddressableStorage(shape.drop_back(2),
                               getStorageShapeMap(digits, layout.getContext()),
                               {matrix[order[0]], matrix[order[1]]});
}

/// scaled-C12.
static LogicalResult
verifySizes(llvm::function_ref<InFlightDiagnostic()> emitError,
            ArrayRef<int64_t> shape, ArrayRef<int64_t> order,
            RecipeAttrInterface recipe, DataLayoutAttrInterface dataLayout,
            ScaleLayoutAttrInterface scaleLayout, GroupsAttr groups) {
  auto hasAddressableScales = [&] {
    return hasAddressableStorage(
        shape.drop_back(2), scaleLayout.getStorageShapeMap(),
        countScales(recipe, shape.take_back(2), groups));
  };
  StringRef what = !ScaledType::isAddressable(shape) ? "elements"
                   : !hasAddressableData(shape, order, dataLayout)
                       ? "elements in their layout"
                   : !hasAddressableScales() ? "scales"
                                             : "";
  if (what.empty())
    return success();
  InFlightDiagnostic diagnostic =
      emitError() << "expected at most 2^48 " << what
                  << " in the static dimensions, got the shape ";
  printShape(diagnostic, shape);
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Whether `order` is [0, 1] or [1, 0].
static bool isPermutationOfTwo(ArrayRef<int64_t> order) {
  return order == ArrayRef<int64_t>{0, 1} || order == ArrayRef<int64_t>{1, 0};
}

/// `layout` as diagnostics show it.
static InFlightDiagnostic describe(InFlightDiagnostic diagnostic,
                                   DataLayoutAttrInterface layout) {
  diagnostic << ", got " << AffineMapAttr::get(layout.getStorageMap())
             << " from " << layout;
  return diagnostic;
}

/// The map of a data layout gives each element a place of its own.
static LogicalResult
verifyDataMap(llvm::function_ref<InFlightDiagnostic()> emitError,
              DataLayoutAttrInterface layout) {
  AffineMap map = layout.getStorageMap();
  // scaled-C15.
  if (map.getNumDims() != 2 || map.getNumSymbols() != 0)
    return describe(emitError() << "expected a data layout of matrices: a "
                                   "storage map of 2 dimensions, no symbols",
                    layout);
  // scaled-C16.
  FailureOr<StorageDigits> digits = matchStorageDigits(map);
  if (failed(digits))
    return describe(emitError()
                        << "expected each index of the data layout to be 0 or "
                           "a digit of one dimension, such as d1 floordiv 8 or "
                           "d1 mod 8",
                    layout);
  // scaled-C17.
  for (unsigned dim : {0, 1})
    if (!isComplete(*digits, dim))
      return describe(emitError()
                          << "expected the data layout to have all digits of d"
                          << dim
                          << " once, the slowest one without a bound by 'mod'",
                      layout);
  return success();
}

/// scaled-C10: elements that are packed together are neighbours.
static LogicalResult
verifyPacking(llvm::function_ref<InFlightDiagnostic()> emitError,
              Type elementType, DataLayoutAttrInterface layout) {
  if (ScaledType::fillsPackedGroups(layout, elementType))
    return success();
  PackedElements packed(elementType.getIntOrFloatBitWidth());
  return describe(emitError()
                      << "expected the last index of the data layout to have a "
                         "multiple of "
                      << packed.group() << " values, the elements of "
                      << elementType << " that are packed together",
                  layout);
}

/// Whether `number` is one that `type` has.
static bool canRepresent(FloatType type, double number) {
  llvm::APFloat stored(number);
  bool losesInfo = false;
  // 0 stands for the code 0, whatever that is.
  if (number != 0.0)
    stored.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                   &losesInfo);
  return !losesInfo && !stored.isNaN();
}

/// scaled-C18.
static LogicalResult
verifyDataPadding(llvm::function_ref<InFlightDiagnostic()> emitError,
                  Type elementType, DataLayoutAttrInterface layout) {
  double padding = layout.getPaddingValue();
  if (std::isfinite(padding) &&
      canRepresent(cast<FloatType>(elementType), padding))
    return success();
  return emitError() << "expected a data layout whose padding is a finite "
                        "number that "
                     << elementType << " has, got " << padding << " from "
                     << layout;
}

/// scaled-C11: padding is a number that a scale can be, so that whoever reads
/// it cannot meet a NaN. e8m0 has no 0; there it stands for the code 0.
static LogicalResult
verifyPadding(llvm::function_ref<InFlightDiagnostic()> emitError,
              RecipeAttrInterface recipe, ScaleLayoutAttrInterface layout) {
  double padding = layout.getPaddingValue();
  auto scaleType = cast<FloatType>(recipe.getScaleType());
  if (canRepresent(scaleType, padding))
    return success();
  return emitError() << "expected a layout whose padding is a number that "
                     << scaleType << " has, got " << padding << " from "
                     << layout;
}

/// scaled-C19: what is known of the size of the grouped dimension and of the
/// `alignment` blocks of each group is within what an i32 counts.
static LogicalResult
verifyGroupedSize(llvm::function_ref<InFlightDiagnostic()> emitError,
                  ArrayRef<int64_t> matrix, RecipeAttrInterface recipe,
                  GroupsAttr groups) {
  // What is no size is another constraint's business.
  if (!ScaledType::isAddressable(matrix))
    return success();
  int64_t size = matrix[groups.getAxis()];
  int64_t extent = recipe.getBlockShape().extent(groups.getAxis());
  int64_t left = INT32_MAX - (ShapedType::isDynamic(size) ? 0 : size);
  // Repeated division does not overflow, as the product would.
  for (int64_t factor : {groups.getCount(), groups.getAlignment(), extent})
    if (!ShapedType::isDynamic(factor) && factor != BlockShape::kWhole)
      left /= factor;
  if (left > 0)
    return success();
  InFlightDiagnostic diagnostic =
      emitError() << "expected at most 2^31 - 1 elements, which ends of i32 "
                     "count, in dimension "
                  << groups.getAxis() << " with " << groups.getAlignment()
                  << " more blocks for each group, got " << groups
                  << " for the shape ";
  printShape(diagnostic, matrix);
  return diagnostic;
}

/// scaled-C20: groups whose data begin at multiples of `start` begin with a
/// block that has scales of its own, and fill the dimension.
static LogicalResult
verifyStart(llvm::function_ref<InFlightDiagnostic()> emitError,
            ArrayRef<int64_t> matrix, RecipeAttrInterface recipe,
            GroupsAttr groups) {
  int64_t size = matrix[groups.getAxis()], start = groups.getStart();
  int64_t extent = recipe.getBlockShape().extent(groups.getAxis());
  if (!ShapedType::isDynamic(size) && size % start != 0)
    return emitError() << "expected a multiple of " << start
                       << " elements, where groups begin, in dimension "
                       << groups.getAxis() << ", got " << size;
  if (extent == BlockShape::kWhole || start % extent == 0)
    return success();
  return emitError() << "expected groups to begin at multiples of a block of "
                     << extent << " elements, got 'start = " << start << "'";
}

/// Whether `extent`, of a storage, is proportional to dimension `dim` of the
/// scale matrix in steps of `step`.
static bool growsInSteps(AffineExpr extent, unsigned dim, int64_t step) {
  AffineExpr steps = getAffineDimExpr(dim, extent.getContext());
  AffineExpr value = simplifyAffineExpr(extent.replace(steps, steps * step),
                                        /*numDims=*/2, /*numSymbols=*/0);
  auto product = dyn_cast<AffineBinaryOpExpr>(value);
  bool isMultiple = product && product.getKind() == AffineExprKind::Mul &&
                    product.getLHS() == steps &&
                    isa<AffineConstantExpr>(product.getRHS());
  return value == steps || isMultiple;
}

/// scaled-C14: storages of groups that lie one after the other fill that of
/// the whole: each is as large as the whole grows by the group.
static LogicalResult
verifySeparateGroups(llvm::function_ref<InFlightDiagnostic()> emitError,
                     ScaleLayoutAttrInterface layout, GroupsAttr groups) {
  unsigned axis = groups.getAxis();
  unsigned growing = 0;
  bool inSteps = true;
  for (AffineExpr extent : layout.getStorageShapeMap().getResults()) {
    if (!extent.isFunctionOfDim(axis))
      continue;
    ++growing;
    inSteps &= growsInSteps(extent, axis, groups.getAlignment());
  }
  if (inSteps && growing == 1)
    return success();
  return emitError() << "expected separate groups to begin at multiples of "
                        "what "
                     << layout << " cuts along dimension " << axis
                     << ", got 'alignment = " << groups.getAlignment() << "'";
}

LogicalResult ScaledType::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
    Type elementType, RecipeAttrInterface recipe, ArrayRef<int64_t> order,
    DataLayoutAttrInterface dataLayout, ScaleLayoutAttrInterface layout,
    ScaleConvention, Packing packing, GroupsAttr groups) {
  // scaled-C1.
  if (shape.size() != 2 && shape.size() != 3)
    return emitError() << "expected a matrix or a batch of matrices: 2 or 3 "
                          "dimensions, got "
                       << shape.size();
  // scaled-C3.
  if (!recipe.isLegalElementType(elementType))
    return emitError() << "expected element type "
                       << recipe.describeLegalElementTypes() << " for recipe "
                       << recipe << ", got " << elementType;
  // scaled-C7: a recipe from elsewhere may take more than lowp knows.
  if (!getFloatFormat(elementType))
    return emitError() << "expected an element type whose format lowp knows ("
                       << describeFloatFormats() << "), got " << elementType;
  // scaled-C4.
  if (!isPermutationOfTwo(order)) {
    InFlightDiagnostic diagnostic =
        emitError() << "expected 'order' to be [0, 1] (row-major) or [1, 0] "
                       "(column-major), got [";
    llvm::interleaveComma(order, diagnostic);
    return diagnostic << "]";
  }
  // scaled-C6.
  if (layout.getStorageMap().getNumDims() != 2 ||
      layout.getStorageShapeMap().getNumDims() != 2)
    return emitError() << "expected a layout of scale matrices: storage maps "
                          "of 2 dimensions, got "
                       << layout;
  // scaled-C8.
  if (packing == Packing::Dense && elementType.getIntOrFloatBitWidth() >= 8)
    return emitError() << "expected 'packing = bytes' for elements of a byte "
                          "or more, got 'dense' for "
                       << elementType;
  if (failed(verifyDataMap(emitError, dataLayout)) ||
      (packing == Packing::Dense &&
       failed(verifyPacking(emitError, elementType, dataLayout))) ||
      failed(verifyDataPadding(emitError, elementType, dataLayout)) ||
      (groups && failed(verifyGroupedSize(emitError, shape.take_back(2), recipe,
                                          groups))) ||
      failed(verifySizes(emitError, shape, order, recipe, dataLayout, layout,
                         groups)))
    return failure();
  // scaled-C13.
  if (groups && shape.size() != 2)
    return emitError() << "expected no 'groups' in a batch, whose matrices are "
                          "its groups, got "
                       << groups;
  if (groups && groups.isSpread() &&
      failed(verifyStart(emitError, shape.take_back(2), recipe, groups)))
    return failure();
  if (groups && groups.getSeparate() &&
      failed(verifySeparateGroups(emitError, layout, groups)))
    return failure();
  return verifyPadding(emitError, recipe, layout);
}
