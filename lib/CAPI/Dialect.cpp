//===- Dialect.cpp - Types and attributes for users of C -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp-c/Dialect.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir::lowp;

/// An attribute or type of these parameters; null after an error at `location`.
template <typename T, typename... Parameters>
static T getChecked(MlirLocation location, Parameters... parameters) {
  mlir::Location place = unwrap(location);
  return T::getChecked([&] { return mlir::emitError(place); },
                       place.getContext(), parameters...);
}

/// `given` as a T, or `usual` where it is null; null, after an error that has
/// `name`, for another attribute.
template <typename T>
static T readOr(MlirLocation location, MlirAttribute given, T usual,
                const char *name) {
  if (!given.ptr)
    return usual;
  auto result = mlir::dyn_cast<T>(unwrap(given));
  if (!result)
    mlir::emitError(unwrap(location))
        << "expected " << name << ", got " << unwrap(given);
  return result;
}

static ScaledType unwrapScaled(MlirType type) {
  return mlir::cast<ScaledType>(unwrap(type));
}

MlirAttribute lowpTensorwiseAttrGet(MlirContext context) {
  return wrap(TensorwiseAttr::get(unwrap(context)));
}

MlirAttribute lowpRowwiseAttrGet(MlirLocation location, unsigned axis) {
  return wrap(getChecked<RowwiseAttr>(location, axis));
}

MlirAttribute lowpBlockAttrGet(MlirLocation location, int64_t rows,
                               int64_t columns) {
  return wrap(getChecked<BlockAttr>(location, rows, columns));
}

MlirAttribute lowpMXAttrGet(MlirLocation location, int64_t rows,
                            int64_t columns) {
  return wrap(getChecked<MXAttr>(location, rows, columns));
}

MlirAttribute lowpNVFP4AttrGet(MlirLocation location, int64_t rows,
                               int64_t columns) {
  return wrap(getChecked<NVFP4Attr>(location, rows, columns));
}

MlirAttribute lowpMatmulRecipeAttrGetPreset(MlirContext context,
                                            MlirStringRef name) {
  return wrap(MatmulRecipeAttr::getPreset(unwrap(context), unwrap(name)));
}

MlirType lowpScaledTypeGet(MlirLocation location, intptr_t rank,
                           const int64_t *shape, MlirType elementType,
                           MlirAttribute recipe, bool isColumnMajor,
                           bool isEncoding, bool isPacked,
                           MlirAttribute dataLayout, MlirAttribute scaleLayout,
                           MlirAttribute groups) {
  mlir::MLIRContext *context = unwrap(location).getContext();
  auto scaling = readOr<RecipeAttrInterface>(location, recipe, {}, "a recipe");
  auto data = readOr<DataLayoutAttrInterface>(
      location, dataLayout, IdentityAttr::get(context), "a data layout");
  auto scales = readOr<ScaleLayoutAttrInterface>(
      location, scaleLayout, CompactAttr::get(context, /*transposed=*/false),
      "a scale layout");
  auto divided = readOr<GroupsAttr>(location, groups, {}, "#lowp.groups");
  if (!scaling || !data || !scales || (groups.ptr && !divided))
    return wrap(mlir::Type());
  int64_t slow = isColumnMajor;
  llvm::SmallVector<int64_t, 2> order = {slow, 1 - slow};
  return wrap(getChecked<ScaledType>(
      location, llvm::ArrayRef<int64_t>(shape, rank), unwrap(elementType),
      scaling, llvm::ArrayRef<int64_t>(order), data, scales,
      isEncoding ? ScaleConvention::Encode : ScaleConvention::Decode,
      isPacked ? Packing::Dense : Packing::Bytes, divided));
}

bool lowpTypeIsAScaled(MlirType type) {
  return mlir::isa_and_nonnull<ScaledType>(unwrap(type));
}

MlirType lowpScaledTypeGetElementType(MlirType type) {
  return wrap(unwrapScaled(type).getElementType());
}

MlirAttribute lowpScaledTypeGetRecipe(MlirType type) {
  return wrap(mlir::Attribute(unwrapScaled(type).getRecipe()));
}

intptr_t lowpScaledTypeGetNumStorageTypes(MlirType type) {
  return unwrapScaled(type).getStorageTypes().size();
}

MlirType lowpScaledTypeGetStorageType(MlirType type, intptr_t index) {
  llvm::SmallVector<mlir::Type, 3> types = unwrapScaled(type).getStorageTypes();
  bool isKnown = index >= 0 && index < static_cast<intptr_t>(types.size());
  return wrap(isKnown ? types[index] : mlir::Type());
}
