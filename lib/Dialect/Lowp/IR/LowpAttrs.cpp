//===- LowpAttrs.cpp - Attributes of the lowp dialect ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

#include "ParseParameters.h"
#include "ScaleLayouts/PaddedLines.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/MXScale.h"
#include "lowp/Dialect/Lowp/IR/NVFP4Scale.h"
#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::lowp;

#include "lowp/Dialect/Lowp/IR/LowpEnums.cpp.inc"

/// The number of groups, `?` for one that is known at run time.
static ParseResult parseGroupCount(AsmParser &parser, int64_t &count) {
  count = ShapedType::kDynamic;
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(count);
}

static void printGroupCount(AsmPrinter &printer, int64_t count) {
  if (ShapedType::isDynamic(count))
    printer << "?";
  else
    printer << count;
}

static void printNumbers(AsmPrinter &printer, ArrayRef<int64_t> numbers) {
  printer << "[" << numbers << "]";
}

#define GET_ATTRDEF_CLASSES
#include "lowp/Dialect/Lowp/IR/LowpAttrs.cpp.inc"

/// Whether `parser` reads an attribute that is stored as text in bytecode: MLIR
/// names its buffer, which in a program is a file, after the text.
static bool readsStoredText(DialectAsmParser &parser, StringRef text) {
  Location loc = parser.getEncodedSourceLoc(parser.getNameLoc());
  auto place = dyn_cast<FileLineColLoc>(loc);
  return place && place.getFilename().getValue().contains(text);
}

Attribute LowpDialect::parseAttribute(DialectAsmParser &parser,
                                      Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attribute;
  if (generatedAttributeParser(parser, &mnemonic, type, attribute).has_value())
    return attribute;
  auto emitError = [&] { return parser.emitError(loc); };
  if (auto recipe = getRecipeOfFormerName(emitError, getContext(), mnemonic))
    return *recipe;
  if (mnemonic != "plain") {
    parser.emitError(loc) << "unknown attribute `" << mnemonic
                          << "` in dialect `" << getNamespace() << "`";
    return {};
  }
  if (readsStoredText(parser, "#lowp.plain"))
    return IdentityAttr::get(getContext());
  parser.emitError(loc)
      << "expected #lowp.identity, got its former name #lowp.plain";
  return {};
}

void LowpDialect::printAttribute(Attribute attribute,
                                 DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attribute, printer);
}

void LowpDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "lowp/Dialect/Lowp/IR/LowpAttrs.cpp.inc"
      >();
}
