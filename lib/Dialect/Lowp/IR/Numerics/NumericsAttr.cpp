//===- NumericsAttr.cpp - How a scale follows from an amax ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumericsFields.h"
#include "ParseParameters.h"
#include "Recipes/Presets.h"
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
  NumericsFields fields(*this);
  fields.largestFactor = getLargestFactorOf(elementType);
  return fields.getChecked([] { return InFlightDiagnostic(); }, getContext());
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

static ParseResult parseValue(AsmParser &parser, double &value) {
  return parser.parseFloat(value);
}

static ParseResult parseValue(AsmParser &parser, bool &value) {
  return parser.parseInteger(value);
}

template <typename Enum>
static ParseResult parseValue(AsmParser &parser, Enum &value) {
  return parseEnum(parser, value);
}

namespace {
/// Parses the entries of numerics, a preset or parameters by name.
class EntryParser {
public:
  explicit EntryParser(AsmParser &parser) : parser(parser) {}

  /// Parses a preset's name or `key = value`.
  ParseResult parse();

  /// The name of a parameter that is not known yet, or an empty string.
  StringRef getMissing() const;

  NumericsFields fields;

private:
  ParseResult parseParameter(SMLoc loc, StringRef key);

  AsmParser &parser;
  /// The names that there were; a preset stands for all.
  SmallVector<StringRef> known;
  bool hasPreset = false;
};
} // namespace

StringRef EntryParser::getMissing() const {
  StringRef missing;
  unsigned index = 0;
  NumericsFields::forEach([&](StringRef name, auto) {
    if (index++ < NumericsFields::kRequired && !hasPreset && missing.empty() &&
        !llvm::is_contained(known, name))
      missing = name;
  });
  return missing;
}

ParseResult EntryParser::parseParameter(SMLoc loc, StringRef key) {
  std::optional<ParseResult> parsed;
  std::string names;
  NumericsFields::forEach([&](StringRef name, auto member) {
    if (name == key)
      parsed = parseValue(parser, fields.*member);
    names += (names.empty() ? "'" : ", '") + name.str() + "'";
  });
  known.push_back(key);
  if (parsed)
    return *parsed;
  return parser.emitError(loc)
         << "expected " << names << " or, first of all, a preset ("
         << llvm::join(NumericsAttr::getPresetNames(), ", ") << "), got '"
         << key << "'";
}

ParseResult EntryParser::parse() {
  SMLoc loc = parser.getCurrentLocation();
  StringRef key;
  if (parser.parseKeyword(&key))
    return failure();
  auto preset = NumericsAttr::getPreset(parser.getContext(), key);
  if (preset && !hasPreset && known.empty()) {
    hasPreset = true;
    fields = NumericsFields(preset);
    return success();
  }
  if (failed(parser.parseOptionalEqual())) {
    // An unknown preset is the likely meaning of a lone word.
    return parser.emitError(loc)
           << "expected a preset ("
           << llvm::join(NumericsAttr::getPresetNames(), ", ")
           << ") or 'parameter = value', got '" << key << "'";
  }
  return parseParameter(loc, key);
}

Attribute NumericsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  EntryParser entries(parser);
  if (parser.parseCommaSeparatedList(
          AsmParser::Delimiter::LessGreater, [&] { return entries.parse(); },
          " in numerics"))
    return {};
  // numerics-C2.
  StringRef missing = entries.getMissing();
  if (!missing.empty()) {
    parser.emitError(loc) << "expected a preset or all parameters of the "
                             "numerics, got none for '"
                          << missing << "'";
    return {};
  }
  return entries.fields.getChecked([&] { return parser.emitError(loc); },
                                   parser.getContext());
}

/// Prints the shortest decimal number that reads back as `value`, in the form
/// of MLIR's literals: 1.0e-12.
static void printValue(AsmPrinter &printer, double value) {
  char buffer[32];
  char *end = std::to_chars(std::begin(buffer), std::end(buffer), value,
                            std::chars_format::scientific)
                  .ptr;
  auto [digits, exponent] = StringRef(buffer, end - buffer).split('e');
  printer << digits << (digits.contains('.') ? "" : ".0") << "e" << exponent;
}

static void printValue(AsmPrinter &printer, bool value) { printer << value; }

template <typename Enum>
static void printValue(AsmPrinter &printer, Enum value) {
  printer << stringifyEnum(value);
}

void NumericsAttr::print(AsmPrinter &printer) const {
  if (StringRef name = findPresetName(*this); !name.empty()) {
    printer << "<" << name << ">";
    return;
  }
  const NumericsFields fields(*this), usual;
  unsigned index = 0;
  NumericsFields::forEach([&](StringRef name, auto member) {
    bool isRequired = index++ < NumericsFields::kRequired;
    if (!isRequired && fields.*member == usual.*member)
      return;
    printer << (index == 1 ? "<" : ", ") << name << " = ";
    printValue(printer, fields.*member);
  });
  printer << ">";
}
