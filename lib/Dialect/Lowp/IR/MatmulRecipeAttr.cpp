//===- MatmulRecipeAttr.cpp - How both operands of a matmul are scaled ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
                          Type elementType, Attribute recipe, NumericsAttr) {
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
  return success();
}

//===----------------------------------------------------------------------===//
// MatmulRecipeAttr: presets
//===----------------------------------------------------------------------===//

static constexpr StringRef kPresetNames[] = {
    "tensorwise", "rowwise", "block_1x128_128x128", "block_1x128_1x128"};

ArrayRef<StringRef> MatmulRecipeAttr::getPresetNames() { return kPresetNames; }

/// An e4m3 operand whose numerics are the preset `numerics`.
static OperandRecipeAttr getE4M3Operand(Attribute recipe, StringRef numerics) {
  MLIRContext *context = recipe.getContext();
  return OperandRecipeAttr::get(context, Float8E4M3FNType::get(context), recipe,
                                NumericsAttr::getPreset(context, numerics));
}

MatmulRecipeAttr MatmulRecipeAttr::getPreset(MLIRContext *context,
                                             StringRef name) {
  auto block1x128 = [&] {
    return getE4M3Operand(Block1x128Attr::get(context), "torchao");
  };
  if (name == "tensorwise") {
    auto operand = getE4M3Operand(TensorwiseAttr::get(context), "torchao");
    return get(context, operand, operand, /*fastAccumulation=*/true);
  }
  if (name == "rowwise") {
    auto operand = getE4M3Operand(RowwiseAttr::get(context, /*axis=*/1),
                                  "torchao_rowwise");
    return get(context, operand, operand, /*fastAccumulation=*/true);
  }
  if (name == "block_1x128_128x128")
    return get(context, block1x128(),
               getE4M3Operand(Block128x128Attr::get(context), "torchao"),
               /*fastAccumulation=*/false);
  if (name == "block_1x128_1x128")
    return get(context, block1x128(), block1x128(), /*fastAccumulation=*/false);
  return {};
}

LogicalResult
MatmulRecipeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                         OperandRecipeAttr lhs, OperandRecipeAttr rhs, bool) {
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

/// Parses what follows `lhs` in `lhs = ..., rhs = ...[, fast_accumulation =
/// ...]`.
static Attribute parseOperands(AsmParser &parser, SMLoc loc) {
  OperandRecipeAttr lhs, rhs;
  bool fastAccumulation = false;
  if (parseOperand(parser, lhs) || parser.parseComma() ||
      parser.parseKeyword("rhs") || parseOperand(parser, rhs))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("fast_accumulation") || parser.parseEqual() ||
       parser.parseInteger(fastAccumulation)))
    return {};
  return parser.getChecked<MatmulRecipeAttr>(loc, parser.getContext(), lhs, rhs,
                                             fastAccumulation);
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
  for (StringRef name : kPresetNames) {
    if (getPreset(getContext(), name) == *this) {
      printer << "<" << name << ">";
      return;
    }
  }
  printer << "<lhs = ";
  printer.printStrippedAttrOrType(getLhs());
  printer << ", rhs = ";
  printer.printStrippedAttrOrType(getRhs());
  if (getFastAccumulation())
    printer << ", fast_accumulation = true";
  printer << ">";
}
