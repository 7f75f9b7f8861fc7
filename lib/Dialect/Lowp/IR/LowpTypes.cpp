//===- LowpTypes.cpp - Types of the lowp dialect --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Support/PackedElements.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp;

#define GET_TYPEDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpTypes.cpp.inc"

void LowpDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "lowp/Dialect/Lowp/IR/LowpTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Whether `order` is [0, 1] or [1, 0].
static bool isPermutationOfTwo(ArrayRef<int64_t> order) {
  return order == ArrayRef<int64_t>{0, 1} || order == ArrayRef<int64_t>{1, 0};
}

LogicalResult ScaledType::verify(
    llvm::function_ref<InFlightDiagnostic()> emitError, ArrayRef<int64_t> shape,
    Type elementType, RecipeAttrInterface recipe, ArrayRef<int64_t> order,
    ScaleLayoutAttrInterface layout, ScaleConvention, Packing packing) {
  // scaled-C1.
  if (shape.size() != 2)
    return emitError() << "expected a matrix: 2 dimensions, got "
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
  return success();
}

//===----------------------------------------------------------------------===//
// Assembly format
//===----------------------------------------------------------------------===//

/// Parses an attribute that must have the interface `Interface` (scaled-C2,
/// scaled-C5); `what` names it, with an example, in the diagnostic.
template <typename Interface>
static ParseResult parseInterfaceAttr(AsmParser &parser, StringRef what,
                                      Interface &result) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  result = dyn_cast<Interface>(attribute);
  if (result)
    return success();
  return parser.emitError(loc) << "expected " << what << ", got " << attribute;
}

namespace {
/// The parameters that may be left out.
struct OptionalParameters {
  SmallVector<int64_t> order = {0, 1};
  ScaleLayoutAttrInterface scaleLayout;
  ScaleConvention convention = ScaleConvention::Decode;
  Packing packing = Packing::Bytes;

  explicit OptionalParameters(MLIRContext *context)
      : scaleLayout(CompactAttr::get(context, /*transposed=*/false)) {}
};
} // namespace

static ParseResult parseOrder(AsmParser &parser,
                              SmallVectorImpl<int64_t> &order) {
  order.clear();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(order.emplace_back());
  });
}

static ParseResult parseConvention(AsmParser &parser,
                                   ScaleConvention &convention) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ScaleConvention> parsed = symbolizeScaleConvention(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "expected 'decode' or 'encode', got '" << keyword << "'";
  convention = *parsed;
  return success();
}

static ParseResult parsePacking(AsmParser &parser, Packing &packing) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Packing> parsed = symbolizePacking(keyword);
  if (!parsed)
    return parser.emitError(loc)
           << "expected 'bytes' or 'dense', got '" << keyword << "'";
  packing = *parsed;
  return success();
}

/// Parses `key = value`.
static ParseResult parseOptionalParameter(AsmParser &parser,
                                          OptionalParameters &parameters) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (parser.parseKeyword(&key) || parser.parseEqual())
    return failure();
  if (key == "order")
    return parseOrder(parser, parameters.order);
  if (key == "scales")
    return parseInterfaceAttr(parser,
                              "an attribute with the ScaleLayout interface, "
                              "such as #lowp.compact",
                              parameters.scaleLayout);
  if (key == "convention")
    return parseConvention(parser, parameters.convention);
  if (key == "packing")
    return parsePacking(parser, parameters.packing);
  return parser.emitError(loc)
         << "expected 'order', 'scales', 'convention' or 'packing', got '"
         << key << "'";
}

Type ScaledType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  RecipeAttrInterface recipe;
  OptionalParameters parameters(parser.getContext());
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parseInterfaceAttr(parser,
                         "an attribute with the Recipe interface, such as "
                         "#lowp.tensorwise",
                         recipe))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseOptionalParameter(parser, parameters))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ScaledType>(
      loc, parser.getContext(), shape, elementType, recipe, parameters.order,
      parameters.scaleLayout, parameters.convention, parameters.packing);
}

void ScaledType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << "x" << getElementType() << ", " << getRecipe();
  OptionalParameters defaults(getContext());
  if (getOrder() != ArrayRef<int64_t>(defaults.order)) {
    printer << ", order = [";
    llvm::interleaveComma(getOrder(), printer);
    printer << "]";
  }
  if (getScaleLayout() != defaults.scaleLayout)
    printer << ", scales = " << getScaleLayout();
  if (getConvention() != defaults.convention)
    printer << ", convention = " << stringifyScaleConvention(getConvention());
  if (getPacking() != defaults.packing)
    printer << ", packing = " << stringifyPacking(getPacking());
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ScaledType::getScaleMatrixShape() const {
  ::lowp::BlockShape block = getRecipe().getBlockShape();
  return {block.count(0, getShape()[0]), block.count(1, getShape()[1])};
}

bool ScaledType::isPacked() const { return getPacking() == Packing::Dense; }

RankedTensorType ScaledType::getDataType() const {
  RankedTensorType elements = getElementsType();
  if (!isPacked())
    return elements;
  SmallVector<int64_t> stored(elements.getShape());
  ::lowp::PackedElements packed(getElementType().getIntOrFloatBitWidth());
  if (!ShapedType::isDynamic(stored.back()))
    stored.back() = packed.bytesOf(stored.back());
  return RankedTensorType::get(stored, IntegerType::get(getContext(), 8));
}

RankedTensorType ScaledType::getElementsType() const {
  int64_t stored[] = {getShape()[getOrder()[0]], getShape()[getOrder()[1]]};
  return RankedTensorType::get(stored, getElementType());
}

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

RankedTensorType ScaledType::getScaleStorageType() const {
  SmallVector<int64_t> matrix = getScaleMatrixShape();
  SmallVector<int64_t> stored;
  for (AffineExpr extent : getScaleLayout().getStorageShapeMap().getResults())
    stored.push_back(evaluateExtent(extent, matrix));
  return RankedTensorType::get(stored, getRecipe().getScaleType());
}

bool ScaledType::hasGlobalScale() const {
  return getRecipe().getScaleLevels() > 1;
}

RankedTensorType ScaledType::getGlobalScaleType() const {
  return RankedTensorType::get({1}, Float32Type::get(getContext()));
}

SmallVector<Type, 3> ScaledType::getStorageTypes() const {
  SmallVector<Type, 3> types = {getDataType(), getScaleStorageType()};
  if (hasGlobalScale())
    types.push_back(getGlobalScaleType());
  return types;
}

//===----------------------------------------------------------------------===//
// Derived types
//===----------------------------------------------------------------------===//

ScaledType ScaledType::get(ArrayRef<int64_t> shape, Type elementType,
                           RecipeAttrInterface recipe) {
  MLIRContext *context = elementType.getContext();
  OptionalParameters defaults(context);
  return get(context, shape, elementType, recipe, defaults.order,
             defaults.scaleLayout, defaults.convention, defaults.packing);
}

ScaledType ScaledType::getTransposed() const {
  int64_t shape[] = {getShape()[1], getShape()[0]};
  int64_t order[] = {1 - getOrder()[0], 1 - getOrder()[1]};
  auto recipe = cast<RecipeAttrInterface>(getRecipe().getTransposedRecipe());
  auto layout =
      cast<ScaleLayoutAttrInterface>(getScaleLayout().getTransposedLayout());
  return get(getContext(), shape, getElementType(), recipe, order, layout,
             getConvention(), getPacking());
}

ScaledType ScaledType::withShape(ArrayRef<int64_t> shape) const {
  return get(getContext(), shape, getElementType(), getRecipe(), getOrder(),
             getScaleLayout(), getConvention(), getPacking());
}

ScaledType ScaledType::withOrder(ArrayRef<int64_t> order) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(), order,
             getScaleLayout(), getConvention(), getPacking());
}

ScaledType ScaledType::withScaleLayout(ScaleLayoutAttrInterface layout) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), layout, getConvention(), getPacking());
}

ScaledType ScaledType::withPacking(Packing packing) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getScaleLayout(), getConvention(), packing);
}

bool ScaledType::differsOnlyInLayout(ScaledType other) const {
  return withOrder(other.getOrder())
             .withScaleLayout(other.getScaleLayout())
             .withPacking(other.getPacking()) == other;
}
