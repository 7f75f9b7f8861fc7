//===- RandomTypes.cpp - Types, recipes and layouts by chance -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomTypes.h"
#include "LowpTestDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;

int64_t fuzz::randomSize(Random &random) {
  static constexpr int64_t kOrdinary[] = {16, 32, 64, 128, 256, 384, 512, 1024};
  static constexpr int64_t kOdd[] = {0,   1,   2,   3,    7,    31,
                                     100, 129, 300, 4097, 65536};
  static constexpr int64_t kHuge[] = {int64_t(1) << 31, int64_t(1) << 40,
                                      INT64_MAX / 2, INT64_MAX - 1, INT64_MAX};
  uint64_t kind = random.below(100);
  if (kind < 60)
    return random.pick(kOrdinary);
  if (kind < 80)
    return ShapedType::kDynamic;
  return kind < 97 ? random.pick(kOdd) : random.pick(kHuge);
}

int64_t fuzz::randomOrdinarySize(Random &random) {
  static constexpr int64_t kSizes[] = {1, 2, 3, 16, 24, 32, 64, 100, 128, 300};
  if (random.chance(1, 5))
    return ShapedType::kDynamic;
  return random.chance(1, 30) ? 0 : random.pick(kSizes);
}

Type fuzz::randomHighPrecision(MLIRContext *context, Random &random) {
  Type types[] = {Float32Type::get(context), BFloat16Type::get(context),
                  Float16Type::get(context)};
  return random.pick(types);
}

/// Draws a size of 1 to 1024 elements, mostly one of those in use.
static int64_t randomExtent(Random &random) {
  static constexpr int64_t kUsual[] = {1, 16, 32, 128, 256};
  return random.chance(3, 4) ? random.pick(kUsual)
                             : int64_t(1) << random.below(11);
}

RecipeAttrInterface fuzz::randomRecipe(MLIRContext *context, Random &random) {
  int64_t rows = randomExtent(random), columns = randomExtent(random);
  if (rows == 1 && columns == 1)
    columns = 128;
  RecipeAttrInterface recipes[] = {TensorwiseAttr::get(context),
                                   RowwiseAttr::get(context, 1),
                                   RowwiseAttr::get(context, 0)};
  switch (random.below(5)) {
  case 0:
  case 1:
    return BlockAttr::get(context, rows, columns);
  case 2:
    return MXAttr::get(context, rows, columns);
  case 3:
    return NVFP4Attr::get(context, rows, columns);
  }
  return random.pick(recipes);
}

static ScaleLayoutAttrInterface randomLayout(MLIRContext *context,
                                             Random &random) {
  bool transposed = random.chance(1, 2);
  ScaleLayoutAttrInterface layouts[] = {
      CompactAttr::get(context, transposed),
      MNMajorAttr::get(context, 4, transposed),
      MNMajorAttr::get(context, 1 + random.below(20), transposed),
      KMajorAttr::get(context, 4, transposed),
      PackedWordsAttr::get(context, 4, 4, transposed),
      PackedWordsAttr::get(context, 1 + random.below(5), 1 + random.below(9),
                           transposed),
      SwizzledAttr::getUsual(context)};
  return random.pick(layouts);
}

static DataLayoutAttrInterface randomDataLayout(MLIRContext *context,
                                                Random &random) {
  if (random.chance(1, 2))
    return IdentityAttr::get(context);
  context->getOrLoadDialect<lowp_test::LowpTestDialect>();
  DataLayoutAttrInterface layouts[] = {
      PanelsAttr::get(context, 32),
      PanelsAttr::get(context, 128),
      PanelsAttr::get(context, 5),
      lowp_test::TilesAttr::get(context, /*rows=*/8, /*columns=*/16),
      lowp_test::TilesAttr::get(context, 1 + random.below(9),
                                1 + random.below(40)),
      lowp_test::ZOrderAttr::get(context)};
  return random.pick(layouts);
}

static Type randomElementType(RecipeAttrInterface recipe, Random &random) {
  MLIRContext *context = recipe.getContext();
  SmallVector<Type> types = {
      Float8E4M3FNType::get(context), Float8E5M2Type::get(context),
      Float6E2M3FNType::get(context), Float6E3M2FNType::get(context),
      Float4E2M1FNType::get(context)};
  llvm::erase_if(types,
                 [&](Type type) { return !recipe.isLegalElementType(type); });
  return random.pick(types);
}

/// The type, or none where it is not legal: it is checked like a user's.
static ScaledType
getIfLegal(MLIRContext *context, ArrayRef<int64_t> shape, Type elementType,
           RecipeAttrInterface recipe, ArrayRef<int64_t> order,
           DataLayoutAttrInterface dataLayout, ScaleLayoutAttrInterface layout,
           ScaleConvention convention, Packing packing, GroupsAttr groups) {
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(context)); };
  return ScaledType::getChecked(emitError, context, shape, elementType, recipe,
                                order, dataLayout, layout, convention, packing,
                                groups);
}

/// What is not legal stays as it was.
static ScaledType tryType(ScaledType type, ArrayRef<int64_t> order,
                          DataLayoutAttrInterface dataLayout,
                          ScaleLayoutAttrInterface layout,
                          ScaleConvention convention, Packing packing,
                          GroupsAttr groups) {
  ScaledType changed = getIfLegal(
      type.getContext(), type.getShape(), type.getElementType(),
      type.getRecipe(), order, dataLayout, layout, convention, packing, groups);
  return changed ? changed : type;
}

/// The plainest type of this shape and recipe. Where sizes give more elements
/// than a type may have, the largest of them becomes unknown.
static ScaledType getPlainest(ArrayRef<int64_t> shape, Type elementType,
                              RecipeAttrInterface recipe) {
  MLIRContext *context = recipe.getContext();
  SmallVector<int64_t> sizes(shape);
  while (true) {
    if (ScaledType type =
            getIfLegal(context, sizes, elementType, recipe, /*order=*/{0, 1},
                       IdentityAttr::get(context),
                       CompactAttr::get(context, /*transposed=*/false),
                       ScaleConvention::Decode, Packing::Bytes, GroupsAttr()))
      return type;
    *llvm::max_element(sizes) = ShapedType::kDynamic;
  }
}

ScaledType fuzz::randomRelayout(ScaledType type, Random &random) {
  int64_t rowMajor[] = {0, 1}, columnMajor[] = {1, 0};
  bool isColumnMajor = random.chance(1, 3);
  return tryType(type,
                 isColumnMajor ? ArrayRef<int64_t>(columnMajor)
                               : ArrayRef<int64_t>(rowMajor),
                 randomDataLayout(type.getContext(), random),
                 randomLayout(type.getContext(), random), type.getConvention(),
                 random.chance(1, 3) ? Packing::Dense : Packing::Bytes,
                 type.getGroups());
}

int64_t fuzz::randomStart(Random &random) {
  static constexpr int64_t kStarts[] = {1, 1, 128, 128, 32, 5};
  return random.pick(kStarts);
}

ScaledType fuzz::randomGroups(ScaledType type, int64_t count, int64_t axis,
                              int64_t start, Random &random) {
  static constexpr int64_t kAlignments[] = {1, 1, 4, 128, 5, INT64_MAX};
  MLIRContext *context = type.getContext();
  ScopedDiagnosticHandler silence(context, [](Diagnostic &) {});
  auto emitError = [&] { return mlir::emitError(UnknownLoc::get(context)); };
  auto groups = GroupsAttr::getChecked(emitError, context, count, axis,
                                       random.pick(kAlignments), start,
                                       start == 1 && random.chance(1, 3));
  if (!groups)
    return type;
  return tryType(type, type.getOrder(), type.getDataLayout(),
                 type.getScaleLayout(), type.getConvention(), type.getPacking(),
                 groups);
}

ScaledType fuzz::randomScaled(ArrayRef<int64_t> shape,
                              RecipeAttrInterface recipe, Random &random) {
  ScaledType type =
      getPlainest(shape, randomElementType(recipe, random), recipe);
  if (random.chance(1, 2))
    return type;
  auto convention =
      random.chance(1, 4) ? ScaleConvention::Encode : ScaleConvention::Decode;
  type = tryType(type, type.getOrder(), type.getDataLayout(),
                 type.getScaleLayout(), convention, type.getPacking(),
                 type.getGroups());
  type = randomRelayout(type, random);
  return random.chance(1, 4)
             ? randomGroups(type, randomSize(random), random.below(2),
                            randomStart(random), random)
             : type;
}
