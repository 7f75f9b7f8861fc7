//===- ScaledTypeText.cpp - How a scaled type is written ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseParameters.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::lowp;

/// Parses an attribute that must have the interface `Interface` (scaled-C2,
/// scaled-C5, scaled-C9); `what` names it, with an example, in the diagnostic.
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
struct TypeParameters {
  SmallVector<int64_t> order = {0, 1};
  DataLayoutAttrInterface dataLayout;
  ScaleLayoutAttrInterface scaleLayout;
  ScaleConvention convention = ScaleConvention::Decode;
  Packing packing = Packing::Bytes;
  GroupsAttr groups;

  explicit TypeParameters(MLIRContext *context)
      : dataLayout(IdentityAttr::get(context)),
        scaleLayout(CompactAttr::get(context, /*transposed=*/false)) {}
};
} // namespace

ScaledType ScaledType::get(ArrayRef<int64_t> shape, Type elementType,
                           RecipeAttrInterface recipe) {
  MLIRContext *context = elementType.getContext();
  TypeParameters defaults(context);
  return get(context, shape, elementType, recipe, defaults.order,
             defaults.dataLayout, defaults.scaleLayout, defaults.convention,
             defaults.packing, defaults.groups);
}

/// Parses the width of panels that version 0 of the bytecode, whose types are
/// text, has in place of a data layout.
static ParseResult parsePanel(AsmParser &parser,
                              DataLayoutAttrInterface &layout) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t width;
  if (parser.parseInteger(width))
    return failure();
  auto emitError = [&] { return parser.emitError(loc); };
  layout = PanelsAttr::fromStoredWidth(emitError, parser.getContext(), width);
  return success(bool(layout));
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
static ParseResult parseParameter(AsmParser &parser,
                                  TypeParameters &parameters) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (parser.parseKeyword(&key) || parser.parseEqual())
    return failure();
  if (key == "order")
    return parseNumbers(parser, parameters.order);
  if (key == "data")
    return parseInterfaceAttr(parser,
                              "an attribute with the DataLayout interface, "
                              "such as #lowp.identity",
                              parameters.dataLayout);
  if (key == "scales")
    return parseInterfaceAttr(parser,
                              "an attribute with the ScaleLayout interface, "
                              "such as #lowp.compact",
                              parameters.scaleLayout);
  if (key == "convention")
    return parseEnum(parser, parameters.convention);
  if (key == "packing")
    return parseEnum(parser, parameters.packing);
  if (key == "panel")
    return parsePanel(parser, parameters.dataLayout);
  if (key == "groups")
    return parseGroups(parser, parameters.groups);
  return parser.emitError(loc) << "expected 'order', 'data', 'scales', "
                                  "'convention', 'packing' or 'groups', got '"
                               << key << "'";
}

Type ScaledType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  RecipeAttrInterface recipe;
  TypeParameters parameters(parser.getContext());
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parseInterfaceAttr(parser,
                         "an attribute with the Recipe interface, such as "
                         "#lowp.tensorwise",
                         recipe))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseParameter(parser, parameters))
      return {};
  if (parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return getChecked(emitError, parser.getContext(), ArrayRef<int64_t>(shape),
                    elementType, recipe, ArrayRef<int64_t>(parameters.order),
                    parameters.dataLayout, parameters.scaleLayout,
                    parameters.convention, parameters.packing,
                    parameters.groups);
}

void ScaledType::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printDimensionList(getShape());
  printer << "x" << getElementType() << ", " << getRecipe();
  TypeParameters defaults(getContext());
  if (getOrder() != ArrayRef<int64_t>(defaults.order))
    printer << ", order = [" << getOrder() << "]";
  if (getDataLayout() != defaults.dataLayout)
    printer << ", data = " << getDataLayout();
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
