//===- MatmulRecipeAttr.cpp - How both operands of a matmul are scaled ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Presets.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// OperandRecipeAttr
//===----------------------------------------------------------------------===//

LogicalResult
OperandRecipeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                          Type elementType, Attribute recipe,
                          NumericsAttr numerics) {
  // operand_recipe-C1.
  auto scheme = dyn_cast<RecipeAttrInterface>(recipe);
  if (!scheme)
    return emitError() << "expected an attribute with the Recipe interface, "
                          "such as #lowp.rowwise, got "
                       << recipe;
  // operand_recipe-C2.
  if (!scheme.isLegalElementType(elementType))
    return emitError() << "expected element type "
                       << scheme.describeLegalElementTypes() << " for recipe "
                       << recipe << ", got " << elementType;
  // operand_recipe-C3.
  return scheme.verifyNumerics(emitError, numerics);
}

//===----------------------------------------------------------------------===//
// MatmulRecipeAttr
//===----------------------------------------------------------------------===//

LogicalResult
MatmulRecipeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                         OperandRecipeAttr lhs, OperandRecipeAttr rhs, bool,
                         std::optional<uint32_t> hadamard) {
  // matmul_recipe-C2.
  if (hadamard && *hadamard > 0xFFFF)
    return emitError() << "expected 'hadamard' to be a mask of 16 signs, got "
                       << *hadamard;
  // matmul_recipe-C1: as scaled_matmul-C4 to C6.
  return verifyRecipePairing(emitError,
                             cast<RecipeAttrInterface>(lhs.getRecipe()),
                             cast<RecipeAttrInterface>(rhs.getRecipe()));
}

//===----------------------------------------------------------------------===//
// MatmulRecipeAttr: assembly format
//===----------------------------------------------------------------------===//

/// Parses `= <element type, recipe, numerics>`.
static ParseResult parseOperand(AsmParser &parser, OperandRecipeAttr &operand) {
  if (parser.parseEqual())
    return failure();
  return parser.parseCustomAttributeWithFallback(operand);
}

namespace {
/// The parameters that may be left out.
struct RecipeParameters {
  bool fastAccumulation = false;
  std::optional<uint32_t> hadamard;
};
} // namespace

/// Parses `key = value`.
static ParseResult parseParameter(AsmParser &parser,
                                  RecipeParameters &parameters) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (parser.parseKeyword(&key) || parser.parseEqual())
    return failure();
  if (key == "fast_accumulation")
    return parser.parseInteger(parameters.fastAccumulation);
  if (key == "hadamard")
    return parser.parseInteger(parameters.hadamard.emplace());
  return parser.emitError(loc)
         << "expected 'fast_accumulation' or 'hadamard', got '" << key << "'";
}

/// Parses what follows `lhs` in `lhs = ..., rhs = ...[, fast_accumulation =
/// ...][, hadamard = ...]`.
static Attribute parseOperands(AsmParser &parser, SMLoc loc) {
  OperandRecipeAttr lhs, rhs;
  RecipeParameters parameters;
  if (parseOperand(parser, lhs) || parser.parseComma() ||
      parser.parseKeyword("rhs") || parseOperand(parser, rhs))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseParameter(parser, parameters))
      return {};
  return parser.getChecked<MatmulRecipeAttr>(loc, parser.getContext(), lhs, rhs,
                                             parameters.fastAccumulation,
                                             parameters.hadamard);
}

/// The preset called `name`; emits an error for an unknown name.
static Attribute resolvePreset(AsmParser &parser, SMLoc loc, StringRef name) {
  if (auto preset = MatmulRecipeAttr::getPreset(parser.getContext(), name))
    return preset;
  parser.emitError(loc) << "expected a preset ("
                        << llvm::join(MatmulRecipeAttr::getPresetNames(), ", ")
                        << ") or 'lhs = ..., rhs = ...', got '" << name << "'";
  return {};
}

Attribute MatmulRecipeAttr::parse(AsmParser &parser, Type) {
  StringRef word;
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc) ||
      parser.parseKeyword(&word))
    return {};
  Attribute recipe = word == "lhs" ? parseOperands(parser, loc)
                                   : resolvePreset(parser, loc, word);
  if (!recipe || parser.parseGreater())
    return {};
  return recipe;
}

void MatmulRecipeAttr::print(AsmPrinter &printer) const {
  if (StringRef name = findPresetName(*this); !name.empty()) {
    printer << "<" << name << ">";
    return;
  }
  printer << "<lhs = ";
  printer.printStrippedAttrOrType(getLhs());
  printer << ", rhs = ";
  printer.printStrippedAttrOrType(getRhs());
  if (getFastAccumulation())
    printer << ", fast_accumulation = true";
  if (getHadamard())
    printer << ", hadamard = " << *getHadamard();
  printer << ">";
}
