//===- NumericsAttr.cpp - How a scale follows from an amax ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseEnum.h"
#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <optional>

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Presets
//===----------------------------------------------------------------------===//

static constexpr StringRef kPresetNames[] = {"torchao",
                                             "torchao_rowwise",
                                             "transformer_engine",
                                             "transformer_engine_stochastic",
                                             "mx_floor",
                                             "mx_ceil",
                                             "mx_even",
                                             "mx_rceil"};

/// MX: no division, scales that are powers of two by themselves.
static NumericsAttr getMXPreset(MLIRContext *context, ScaleRounding rounding) {
  return NumericsAttr::get(context, /*eps=*/0.0, Division::F32,
                           /*powerOfTwo=*/true, DegenerateAmax::Propagate,
                           Saturation::Saturate, rounding);
}

static NumericsAttr getTransformerEnginePreset(MLIRContext *context,
                                               Rounding rounding) {
  return NumericsAttr::get(context, /*eps=*/0.0, Division::F32,
                           /*powerOfTwo=*/false, DegenerateAmax::Unit,
                           Saturation::Saturate, ScaleRounding::None, rounding);
}

ArrayRef<StringRef> NumericsAttr::getPresetNames() { return kPresetNames; }

NumericsAttr NumericsAttr::getPreset(MLIRContext *context, StringRef name) {
  if (name == "torchao")
    return get(context, 1.0e-12, Division::F64, /*powerOfTwo=*/false,
               DegenerateAmax::Propagate, Saturation::Saturate);
  if (name == "torchao_rowwise")
    return get(context, 1.0e-12, Division::F64, /*powerOfTwo=*/true,
               DegenerateAmax::Propagate, Saturation::Saturate);
  if (name == "transformer_engine")
    return getTransformerEnginePreset(context, Rounding::Nearest);
  if (name == "transformer_engine_stochastic")
    return getTransformerEnginePreset(context, Rounding::Stochastic);
  if (name == "mx_floor")
    return getMXPreset(context, ScaleRounding::Floor);
  if (name == "mx_ceil")
    return getMXPreset(context, ScaleRounding::Ceil);
  if (name == "mx_even")
    return getMXPreset(context, ScaleRounding::Even);
  if (name == "mx_rceil")
    return getMXPreset(context, ScaleRounding::RCeil);
  return {};
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult
NumericsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     llvm::APFloat eps, Division, bool, DegenerateAmax,
                     Saturation, ScaleRounding, Rounding) {
  // numerics-C1.
  if (&eps.getSemantics() == &llvm::APFloat::IEEEdouble() && eps.isFinite() &&
      !eps.isNegative())
    return success();
  llvm::SmallString<16> got;
  eps.toString(got);
  return emitError() << "expected 'eps' to be finite and at least 0, in double "
                        "precision, got "
                     << got << "; 0.0 leaves amax as it is";
}

//===----------------------------------------------------------------------===//
// Assembly format
//===----------------------------------------------------------------------===//

namespace {
/// The parameters as far as they are known while parsing.
struct PartialNumerics {
  std::optional<double> eps;
  std::optional<Division> division;
  std::optional<bool> powerOfTwo;
  std::optional<DegenerateAmax> degenerate;
  std::optional<Saturation> saturation;
  // These two are steps that are taken only when asked for.
  std::optional<ScaleRounding> scaleRounding = ScaleRounding::None;
  std::optional<Rounding> rounding = Rounding::Nearest;

  PartialNumerics() = default;
  explicit PartialNumerics(NumericsAttr preset)
      : eps(preset.getEps()), division(preset.getDivision()),
        powerOfTwo(preset.getPowerOfTwo()), degenerate(preset.getDegenerate()),
        saturation(preset.getSaturation()),
        scaleRounding(preset.getScaleRounding()),
        rounding(preset.getRounding()) {}

  /// The name of a parameter that is not known yet, or an empty string.
  StringRef getMissing() const {
    if (!eps)
      return "eps";
    if (!division)
      return "division";
    if (!powerOfTwo)
      return "power_of_two";
    if (!degenerate)
      return "degenerate";
    return saturation ? "" : "saturation";
  }
};
} // namespace

static ParseResult parseBool(AsmParser &parser, std::optional<bool> &value) {
  bool parsed = false;
  if (parser.parseInteger(parsed))
    return failure();
  value = parsed;
  return success();
}

static ParseResult parseEps(AsmParser &parser, std::optional<double> &value) {
  double parsed = 0.0;
  if (parser.parseFloat(parsed))
    return failure();
  value = parsed;
  return success();
}

/// Parses the value of parameter `key`.
static ParseResult parseParameter(AsmParser &parser, SMLoc loc, StringRef key,
                                  PartialNumerics &numerics) {
  if (key == "eps")
    return parseEps(parser, numerics.eps);
  if (key == "division")
    return parseEnum(parser, numerics.division.emplace());
  if (key == "power_of_two")
    return parseBool(parser, numerics.powerOfTwo);
  if (key == "degenerate")
    return parseEnum(parser, numerics.degenerate.emplace());
  if (key == "saturation")
    return parseEnum(parser, numerics.saturation.emplace());
  if (key == "scale_rounding")
    return parseEnum(parser, numerics.scaleRounding.emplace());
  if (key == "rounding")
    return parseEnum(parser, numerics.rounding.emplace());
  return parser.emitError(loc)
         << "expected 'eps', 'division', 'power_of_two', 'degenerate', "
            "'saturation', 'scale_rounding', 'rounding' or, first of all, a "
            "preset ("
         << llvm::join(NumericsAttr::getPresetNames(), ", ") << "), got '"
         << key << "'";
}

/// Parses a preset's name or `key = value`.
static ParseResult parseEntry(AsmParser &parser, bool first,
                              PartialNumerics &numerics) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (parser.parseKeyword(&key))
    return failure();
  auto preset = NumericsAttr::getPreset(parser.getContext(), key);
  if (preset && first) {
    numerics = PartialNumerics(preset);
    return success();
  }
  if (failed(parser.parseOptionalEqual())) {
    // An unknown preset is the likely meaning of a lone word.
    return parser.emitError(loc)
           << "expected a preset ("
           << llvm::join(NumericsAttr::getPresetNames(), ", ")
           << ") or 'parameter = value', got '" << key << "'";
  }
  return parseParameter(parser, loc, key, numerics);
}

Attribute NumericsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  PartialNumerics numerics;
  bool first = true;
  auto parseNext = [&] {
    return parseEntry(parser, std::exchange(first, false), numerics);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseNext, " in numerics"))
    return {};
  // numerics-C2.
  StringRef missing = numerics.getMissing();
  if (!missing.empty()) {
    parser.emitError(loc) << "expected a preset or all parameters of the "
                             "numerics, got none for '"
                          << missing << "'";
    return {};
  }
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    llvm::APFloat(*numerics.eps), *numerics.division,
                    *numerics.powerOfTwo, *numerics.degenerate,
                    *numerics.saturation, *numerics.scaleRounding,
                    *numerics.rounding);
}

/// Prints the shortest decimal number that reads back as `value`, in the form
/// of MLIR's literals: 1.0e-12.
static void printShortest(AsmPrinter &printer, double value) {
  char buffer[32];
  char *end = std::to_chars(std::begin(buffer), std::end(buffer), value,
                            std::chars_format::scientific)
                  .ptr;
  auto [digits, exponent] = StringRef(buffer, end - buffer).split('e');
  printer << digits << (digits.contains('.') ? "" : ".0") << "e" << exponent;
}

void NumericsAttr::print(AsmPrinter &printer) const {
  for (StringRef name : kPresetNames) {
    if (getPreset(getContext(), name) == *this) {
      printer << "<" << name << ">";
      return;
    }
  }
  printer << "<eps = ";
  printShortest(printer, getEps());
  printer << ", division = " << stringifyDivision(getDivision())
          << ", power_of_two = " << getPowerOfTwo()
          << ", degenerate = " << stringifyDegenerateAmax(getDegenerate())
          << ", saturation = " << stringifySaturation(getSaturation());
  if (getScaleRounding() != ScaleRounding::None)
    printer << ", scale_rounding = "
            << stringifyScaleRounding(getScaleRounding());
  if (getRounding() != Rounding::Nearest)
    printer << ", rounding = " << stringifyRounding(getRounding());
  printer << ">";
}
