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
// Verification
//===----------------------------------------------------------------------===//

LogicalResult
NumericsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     llvm::APFloat eps, Division, bool, DegenerateAmax,
                     Saturation, ScaleRounding, Rounding, Quotient,
                     LargestFactor, SmallScales, MatrixScale) {
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
// The largest factor
//===----------------------------------------------------------------------===//

static LargestFactor getLargestFactorOf(Type elementType) {
  if (elementType.isBF16())
    return LargestFactor::BF16;
  return elementType.isF16() ? LargestFactor::F16 : LargestFactor::F32;
}

NumericsAttr NumericsAttr::forInput(Type elementType) const {
  if (getLargestFactor() != LargestFactor::Input)
    return *this;
  return get(getContext(), getEpsValue(), getDivision(), getPowerOfTwo(),
             getDegenerate(), getSaturation(), getScaleRounding(),
             getRounding(), getQuotient(), getLargestFactorOf(elementType),
             getSmallScales(), getMatrixScale());
}

double NumericsAttr::getLargestFactorValue() const {
  auto largestOf = [](const llvm::fltSemantics &format) {
    return APFloat::getLargest(format).convertToDouble();
  };
  switch (getLargestFactor()) {
  case LargestFactor::BF16:
    return largestOf(APFloat::BFloat());
  case LargestFactor::F16:
    return largestOf(APFloat::IEEEhalf());
  case LargestFactor::Input:
  case LargestFactor::F32:
    break;
  }
  return largestOf(APFloat::IEEEsingle());
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
  // These are steps that are taken only when asked for.
  ScaleRounding scaleRounding = ScaleRounding::None;
  Rounding rounding = Rounding::Nearest;
  Quotient quotient = Quotient::Encode;
  LargestFactor largestFactor = LargestFactor::Input;
  SmallScales smallScales = SmallScales::Exact;
  MatrixScale matrixScale = MatrixScale::Amax;

  PartialNumerics() = default;
  explicit PartialNumerics(NumericsAttr preset)
      : eps(preset.getEps()), division(preset.getDivision()),
        powerOfTwo(preset.getPowerOfTwo()), degenerate(preset.getDegenerate()),
        saturation(preset.getSaturation()),
        scaleRounding(preset.getScaleRounding()),
        rounding(preset.getRounding()), quotient(preset.getQuotient()),
        largestFactor(preset.getLargestFactor()),
        smallScales(preset.getSmallScales()),
        matrixScale(preset.getMatrixScale()) {}

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

/// Parses the value of `key`, one of the parameters that can be left out.
static ParseResult parseStep(AsmParser &parser, SMLoc loc, StringRef key,
                             PartialNumerics &numerics) {
  if (key == "scale_rounding")
    return parseEnum(parser, numerics.scaleRounding);
  if (key == "rounding")
    return parseEnum(parser, numerics.rounding);
  if (key == "quotient")
    return parseEnum(parser, numerics.quotient);
  if (key == "largest_factor")
    return parseEnum(parser, numerics.largestFactor);
  if (key == "small_scales")
    return parseEnum(parser, numerics.smallScales);
  if (key == "matrix_scale")
    return parseEnum(parser, numerics.matrixScale);
  return parser.emitError(loc)
         << "expected 'eps', 'division', 'power_of_two', 'degenerate', "
            "'saturation', 'scale_rounding', 'rounding', 'quotient', "
            "'largest_factor', 'small_scales', 'matrix_scale' or, first of "
            "all, a preset ("
         << llvm::join(NumericsAttr::getPresetNames(), ", ") << "), got '"
         << key << "'";
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
  return parseStep(parser, loc, key, numerics);
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
  return getChecked(
      [&] { return parser.emitError(loc); }, parser.getContext(),
      llvm::APFloat(*numerics.eps), *numerics.division, *numerics.powerOfTwo,
      *numerics.degenerate, *numerics.saturation, numerics.scaleRounding,
      numerics.rounding, numerics.quotient, numerics.largestFactor,
      numerics.smallScales, numerics.matrixScale);
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

/// Prints a parameter that can be left out where it is `usual`.
template <typename Enum>
static void printStep(AsmPrinter &printer, StringRef key, Enum value,
                      Enum usual) {
  if (value != usual)
    printer << ", " << key << " = " << stringifyEnum(value);
}

void NumericsAttr::print(AsmPrinter &printer) const {
  for (StringRef name : getPresetNames()) {
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
  const PartialNumerics usual;
  printStep(printer, "scale_rounding", getScaleRounding(), usual.scaleRounding);
  printStep(printer, "rounding", getRounding(), usual.rounding);
  printStep(printer, "quotient", getQuotient(), usual.quotient);
  printStep(printer, "largest_factor", getLargestFactor(), usual.largestFactor);
  printStep(printer, "small_scales", getSmallScales(), usual.smallScales);
  printStep(printer, "matrix_scale", getMatrixScale(), usual.matrixScale);
  printer << ">";
}
