//===- TrainingRecipeAttr.cpp - Recipes of a linear layer -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per preset: those of its matmuls. docs/Specification.md has the same
// table.
//
//===----------------------------------------------------------------------===//

#include "Presets.h"

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct TrainingPreset {
  StringLiteral name;
  /// Presets of matmuls; empty for one that keeps its precision.
  StringLiteral forward;
  StringLiteral dgrad;
  StringLiteral wgrad;
};
} // namespace

static constexpr TrainingPreset kTrainingPresets[] = {
    {"tensorwise_training", "tensorwise", "tensorwise_grad", "tensorwise_grad"},
    {"rowwise_training", "rowwise", "rowwise_grad", "rowwise_grad"},
    {"rowwise_with_gw_hp", "rowwise", "rowwise_with_gw_hp_dgrad", ""},
    {"blockwise_training", "block_1x128_128x128", "block_1x128_128x128",
     "block_1x128_1x128"},
    {"mixed_training", "rowwise", "block_1x128_128x128", "block_1x128_128x128"},
    {"mxfp8_training", "mxfp8", "mxfp8", "mxfp8"},
    {"nvfp4_training", "nvfp4", "nvfp4_dgrad", "nvfp4_wgrad"},
};

ArrayRef<StringRef> TrainingRecipeAttr::getPresetNames() {
  return collectPresetNames(kTrainingPresets);
}

TrainingRecipeAttr TrainingRecipeAttr::getPreset(MLIRContext *context,
                                                 StringRef name) {
  const TrainingPreset *preset = findPreset(kTrainingPresets, name);
  if (!preset)
    return {};
  return get(context, MatmulRecipeAttr::getPreset(context, preset->forward),
             MatmulRecipeAttr::getPreset(context, preset->dgrad),
             MatmulRecipeAttr::getPreset(context, preset->wgrad));
}

LogicalResult
TrainingRecipeAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                           MatmulRecipeAttr forward, MatmulRecipeAttr dgrad,
                           MatmulRecipeAttr wgrad) {
  // training_recipe-C1.
  if (forward || dgrad || wgrad)
    return success();
  return emitError() << "expected a recipe for 'forward', 'dgrad' or 'wgrad', "
                        "got none";
}

//===----------------------------------------------------------------------===//
// Assembly format
//===----------------------------------------------------------------------===//

/// Parses `forward = <...>, dgrad = <...>, wgrad = <...>` after the first
/// word; each at most once.
static Attribute parseMatmuls(AsmParser &parser, SMLoc loc, StringRef word) {
  MatmulRecipeAttr forward, dgrad, wgrad;
  while (true) {
    MatmulRecipeAttr *place = llvm::StringSwitch<MatmulRecipeAttr *>(word)
                                  .Case("forward", &forward)
                                  .Case("dgrad", &dgrad)
                                  .Case("wgrad", &wgrad)
                                  .Default(nullptr);
    if (!place || *place) {
      parser.emitError(loc)
          << "expected a preset ("
          << llvm::join(TrainingRecipeAttr::getPresetNames(), ", ")
          << ") or each of 'forward', 'dgrad' and 'wgrad' at most once, got '"
          << word << "'";
      return {};
    }
    if (parser.parseEqual() || parser.parseCustomAttributeWithFallback(*place))
      return {};
    if (failed(parser.parseOptionalComma()))
      break;
    if (parser.getCurrentLocation(&loc) || parser.parseKeyword(&word))
      return {};
  }
  return parser.getChecked<TrainingRecipeAttr>(loc, parser.getContext(),
                                               forward, dgrad, wgrad);
}

Attribute TrainingRecipeAttr::parse(AsmParser &parser, Type) {
  StringRef word;
  SMLoc loc;
  if (parser.parseLess() || parser.getCurrentLocation(&loc))
    return {};
  if (succeeded(parser.parseOptionalGreater()))
    return parser.getChecked<TrainingRecipeAttr>(
        loc, parser.getContext(), MatmulRecipeAttr(), MatmulRecipeAttr(),
        MatmulRecipeAttr());
  if (parser.parseKeyword(&word))
    return {};
  Attribute recipe = getPreset(parser.getContext(), word);
  if (!recipe)
    recipe = parseMatmuls(parser, loc, word);
  if (!recipe || parser.parseGreater())
    return {};
  return recipe;
}

void TrainingRecipeAttr::print(AsmPrinter &printer) const {
  if (StringRef name = findPresetName(*this); !name.empty()) {
    printer << "<" << name << ">";
    return;
  }
  std::pair<StringLiteral, MatmulRecipeAttr> matmuls[] = {
      {"forward", getForward()}, {"dgrad", getDgrad()}, {"wgrad", getWgrad()}};
  printer << "<";
  llvm::interleaveComma(
      llvm::make_filter_range(matmuls,
                              [](const auto &each) { return each.second; }),
      printer, [&](const auto &each) {
        printer << each.first << " = ";
        printer.printStrippedAttrOrType(each.second);
      });
  printer << ">";
}
