//===- LowpTypes.cpp - Types of the lowp dialect --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "VerifyTypes.h"
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
// Sizes
//===----------------------------------------------------------------------===//

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

/// Whether matrices of the shape `matrix` have addressable data in panels of
/// `panel` elements, 0 for none.
static bool hasAddressableData(ArrayRef<int64_t> matrix,
                               ArrayRef<int64_t> order, int64_t panel) {
  if (panel == 0)
    return ScaledType::isAddressable(matrix);
  int64_t fast = matrix[order[1]];
  int64_t panels = ShapedType::isDynamic(fast)
                       ? fast
                       : int64_t(llvm::divideCeil(fast, panel));
  return ScaledType::isAddressable({matrix[order[0]], panels, panel});
}

/// Whether matrices of the shape `matrix` have addressable scales.
static bool hasAddressableScales(ArrayRef<int64_t> matrix,
                                 RecipeAttrInterface recipe,
                                 ScaleLayoutAttrInterface layout) {
  ::lowp::BlockShape block = recipe.getBlockShape();
  int64_t scales[] = {block.count(0, matrix[0]), block.count(1, matrix[1])};
  SmallVector<int64_t> extents;
  for (AffineExpr extent : layout.getStorageShapeMap().getResults())
    extents.push_back(evaluateExtent(extent, scales));
  // Static extents that cannot be computed have overflown.
  bool isKnown = ShapedType::isStaticShape(scales);
  return (!isKnown || ShapedType::isStaticShape(extents)) &&
         ScaledType::isAddressable(extents);
}

/// scaled-C12.
static LogicalResult
verifySizes(llvm::function_ref<InFlightDiagnostic()> emitError,
            ArrayRef<int64_t> shape, ArrayRef<int64_t> order, int64_t panel,
            RecipeAttrInterface recipe, ScaleLayoutAttrInterface layout) {
  ArrayRef<int64_t> matrix = shape.take_back(2);
  StringRef what = !ScaledType::isAddressable(shape) ? "elements"
                   : !hasAddressableData(matrix, order, panel)
                       ? "elements in panels"
                   : !hasAddressableScales(matrix, recipe, layout) ? "scales"
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
// Verification
//===----------------------------------------------------------------------===//

/// Whether `order` is [0, 1] or [1, 0].
static bool isPermutationOfTwo(ArrayRef<int64_t> order) {
  return order == ArrayRef<int64_t>{0, 1} || order == ArrayRef<int64_t>{1, 0};
}

/// Panels have a width that whole groups of packed elements fill.
static LogicalResult
verifyPanel(llvm::function_ref<InFlightDiagnostic()> emitError,
            Type elementType, Packing packing, int64_t panel) {
  // scaled-C9.
  if (panel < 0)
    return emitError() << "expected 'panel' to be a number of elements, or 0 "
                          "for no panels, got "
                       << panel;
  if (packing != Packing::Dense)
    return success();
  // scaled-C10.
  int64_t group =
      ::lowp::PackedElements(elementType.getIntOrFloatBitWidth()).group();
  if (panel % group == 0)
    return success();
  return emitError() << "expected 'panel' to be a multiple of " << group
                     << ", the elements of " << elementType
                     << " that are packed together, got " << panel;
}

/// scaled-C11: padding is a number that a scale can be, so that whoever reads
/// it cannot meet a NaN. e8m0 has no 0; there it stands for the code 0.
static LogicalResult
verifyPadding(llvm::function_ref<InFlightDiagnostic()> emitError,
              RecipeAttrInterface recipe, ScaleLayoutAttrInterface layout) {
  double padding = layout.getPaddingValue();
  auto scaleType = cast<FloatType>(recipe.getScaleType());
  llvm::APFloat stored(padding);
  bool losesInfo = false;
  if (padding != 0.0)
    stored.convert(scaleType.getFloatSemantics(),
                   llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  if (!losesInfo && !stored.isNaN())
    return success();
  return emitError() << "expected a layout whose padding is a number that "
                     << scaleType << " has, got " << padding << " from "
                     << layout;
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

/// scaled-C14: storages of groups that lie one behind the other fill that of
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

LogicalResult
ScaledType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   ArrayRef<int64_t> shape, Type elementType,
                   RecipeAttrInterface recipe, ArrayRef<int64_t> order,
                   ScaleLayoutAttrInterface layout, ScaleConvention,
                   Packing packing, int64_t panel, GroupsAttr groups) {
  // scaled-C1.
  if (shape.size() != 2 && shape.size() != 3)
    return emitError() << "expected a matrix or a stack of matrices: 2 or 3 "
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
  if (failed(verifyPanel(emitError, elementType, packing, panel)) ||
      failed(verifySizes(emitError, shape, order, panel, recipe, layout)))
    return failure();
  // scaled-C13.
  if (groups && shape.size() != 2)
    return emitError() << "expected no 'groups' in a stack, whose matrices are "
                          "its groups, got "
                       << groups;
  if (groups && groups.getSeparate() &&
      failed(verifySeparateGroups(emitError, layout, groups)))
    return failure();
  return verifyPadding(emitError, recipe, layout);
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
  int64_t panel = 0;
  GroupsAttr groups;

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

/// Parses the parameters of the attribute, without its name.
static ParseResult parseGroups(AsmParser &parser, GroupsAttr &groups) {
  FailureOr<GroupsAttr> parsed = FieldParser<GroupsAttr>::parse(parser);
  if (failed(parsed))
    return failure();
  groups = *parsed;
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
  if (key == "panel")
    return parser.parseInteger(parameters.panel);
  if (key == "groups")
    return parseGroups(parser, parameters.groups);
  return parser.emitError(loc) << "expected 'order', 'panel', 'scales', "
                                  "'convention', 'packing' or 'groups', got '"
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
      parameters.scaleLayout, parameters.convention, parameters.packing,
      parameters.panel, parameters.groups);
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
  if (isPanelled())
    printer << ", panel = " << getPanel();
  if (getScaleLayout() != defaults.scaleLayout)
    printer << ", scales = " << getScaleLayout();
  if (getConvention() != defaults.convention)
    printer << ", convention = " << stringifyScaleConvention(getConvention());
  if (getPacking() != defaults.packing)
    printer << ", packing = " << stringifyPacking(getPacking());
  if (isGrouped()) {
    printer << ", groups = ";
    printer.printStrippedAttrOrType(getGroups());
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

SmallVector<int64_t> ScaledType::getScaleMatrixShape() const {
  ::lowp::BlockShape block = getRecipe().getBlockShape();
  ArrayRef<int64_t> shape = getMatrixShape();
  SmallVector<int64_t> counts;
  for (unsigned dim : {0, 1}) {
    GroupsAttr groups = getGroups();
    bool isDivided = groups && groups.getAxis() == dim;
    counts.push_back(isDivided ? block.countInGroups(dim, shape[dim],
                                                     groups.getCount(),
                                                     groups.getAlignment())
                               : block.count(dim, shape[dim]));
  }
  return counts;
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

/// The shape of a stored tensor where the matrix has the shape `matrix`; in a
/// stack, storages lie one after the other.
static SmallVector<int64_t> evaluateShape(ScaledType type, AffineMap shapeMap,
                                          ArrayRef<int64_t> matrix) {
  SmallVector<int64_t> stored(type.getShape().drop_back(2));
  for (AffineExpr extent : shapeMap.getResults())
    stored.push_back(evaluateExtent(extent, matrix));
  return stored;
}

AffineMap ScaledType::getDataStorageMap() const {
  AffineExpr slow = getAffineDimExpr(getOrder()[0], getContext());
  AffineExpr fast = getAffineDimExpr(getOrder()[1], getContext());
  SmallVector<AffineExpr> place = {slow, fast};
  if (isPanelled())
    place = {fast.floorDiv(getPanel()), slow, fast % getPanel()};
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0, place, getContext());
}

AffineMap ScaledType::getDataElementMap() const {
  auto place = [&](unsigned dim) {
    return getAffineDimExpr(dim, getContext());
  };
  AffineExpr slow = place(0), fast = place(1);
  if (isPanelled()) {
    slow = place(1);
    fast = place(0) * getPanel() + place(2);
  }
  bool isRowMajor = getOrder()[0] == 0;
  return AffineMap::get(/*dimCount=*/isPanelled() ? 3 : 2, /*symbolCount=*/0,
                        {isRowMajor ? slow : fast, isRowMajor ? fast : slow},
                        getContext());
}

AffineMap ScaledType::getDataStorageShapeMap() const {
  AffineExpr slow = getAffineDimExpr(getOrder()[0], getContext());
  AffineExpr fast = getAffineDimExpr(getOrder()[1], getContext());
  SmallVector<AffineExpr> shape = {slow, fast};
  if (isPanelled())
    shape = {fast.ceilDiv(getPanel()), slow,
             getAffineConstantExpr(getPanel(), getContext())};
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0, shape, getContext());
}

RankedTensorType ScaledType::getElementsType() const {
  return RankedTensorType::get(
      evaluateShape(*this, getDataStorageShapeMap(), getMatrixShape()),
      getElementType());
}

RankedTensorType ScaledType::getScaleStorageType() const {
  SmallVector<int64_t> shape = evaluateShape(
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
// Derived types
//===----------------------------------------------------------------------===//

ScaledType ScaledType::get(ArrayRef<int64_t> shape, Type elementType,
                           RecipeAttrInterface recipe) {
  MLIRContext *context = elementType.getContext();
  OptionalParameters defaults(context);
  return get(context, shape, elementType, recipe, defaults.order,
             defaults.scaleLayout, defaults.convention, defaults.packing,
             defaults.panel, defaults.groups);
}

ScaledType ScaledType::getTransposed() const {
  SmallVector<int64_t> shape(getShape());
  std::swap(shape.end()[-1], shape.end()[-2]);
  int64_t order[] = {1 - getOrder()[0], 1 - getOrder()[1]};
  auto recipe = cast<RecipeAttrInterface>(getRecipe().getTransposedRecipe());
  auto layout =
      cast<ScaleLayoutAttrInterface>(getScaleLayout().getTransposedLayout());
  return get(getContext(), shape, getElementType(), recipe, order, layout,
             getConvention(), getPacking(), getPanel(),
             isGrouped() ? getGroups().getTransposed() : GroupsAttr());
}

ScaledType ScaledType::getMatrixType() const {
  return withShape(getMatrixShape());
}

ScaledType ScaledType::withShape(ArrayRef<int64_t> shape) const {
  return get(getContext(), shape, getElementType(), getRecipe(), getOrder(),
             getScaleLayout(), getConvention(), getPacking(), getPanel(),
             getGroups());
}

ScaledType ScaledType::withOrder(ArrayRef<int64_t> order) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(), order,
             getScaleLayout(), getConvention(), getPacking(), getPanel(),
             getGroups());
}

ScaledType ScaledType::withScaleLayout(ScaleLayoutAttrInterface layout) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), layout, getConvention(), getPacking(), getPanel(),
             getGroups());
}

ScaledType ScaledType::withPacking(Packing packing) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getScaleLayout(), getConvention(), packing, getPanel(),
             getGroups());
}

ScaledType ScaledType::withPanel(int64_t panel) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getScaleLayout(), getConvention(), getPacking(), panel,
             getGroups());
}

ScaledType ScaledType::withGroups(GroupsAttr groups) const {
  return get(getContext(), getShape(), getElementType(), getRecipe(),
             getOrder(), getScaleLayout(), getConvention(), getPacking(),
             getPanel(), groups);
}

/// Whether blocks and scales stay the same with the groups of `to` in place of
/// those of `from`, but for the places of scales.
static bool mayRegroup(ScaledType from, ScaledType to) {
  GroupsAttr before = from.getGroups(), after = to.getGroups();
  if (before && after)
    return before.dividesLike(after);
  GroupsAttr groups = before ? before : after;
  if (!groups)
    return true;
  ::lowp::BlockShape block = from.getRecipe().getBlockShape();
  return block.extent(groups.getAxis()) == 1 && !from.hasGlobalScale();
}

bool ScaledType::differsOnlyInLayout(ScaledType other) const {
  return mayRegroup(*this, other) &&
         withOrder(other.getOrder())
                 .withScaleLayout(other.getScaleLayout())
                 .withPacking(other.getPacking())
                 .withPanel(other.getPanel())
                 .withGroups(other.getGroups()) == other;
}
