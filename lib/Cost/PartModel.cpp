//===- PartModel.cpp - All that cost models know of a part ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/PartModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <type_traits>

using namespace mlir::lowp;

llvm::ArrayRef<PartFigure> mlir::lowp::getPartFigures() {
#define LOWP_PART_FIGURE(key, member, least, most)                             \
  {key,                                                                        \
   least,                                                                      \
   most,                                                                       \
   std::is_integral_v<decltype(std::declval<PartModel>().member)>,             \
   [](const PartModel &model) { return static_cast<double>(model.member); },   \
   [](PartModel &model, double value) {                                        \
     model.member = static_cast<decltype(model.member)>(value);                \
   }},
  static const PartFigure figures[] = {
#include "lowp/Cost/PartFigures.def"
  };
  return figures;
}

static const PartFigure *lookupFigure(llvm::StringRef key) {
  const auto *figure =
      llvm::find_if(getPartFigures(),
                    [&](const PartFigure &each) { return each.key == key; });
  return figure == getPartFigures().end() ? nullptr : figure;
}

static std::string format(double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", value);
  return text;
}

static llvm::Error verifyFigure(llvm::StringRef key, double value) {
  const PartFigure *figure = lookupFigure(key);
  if (!figure) {
    auto keys = llvm::map_range(
        getPartFigures(), [](const PartFigure &each) { return each.key; });
    return llvm::createStringError("expected a figure of a part (" +
                                   llvm::join(keys, ", ") + "), got \"" + key +
                                   "\"");
  }
  bool isWhole = !figure->isWhole || value == std::trunc(value);
  if (value >= figure->least && value <= figure->most && isWhole)
    return llvm::Error::success();
  return llvm::createStringError(
      "expected \"" + key + "\" to be " +
      (figure->isWhole ? "a whole number of " : "") + format(figure->least) +
      " to " + format(figure->most) + ", got " + format(value));
}

/// Names are words of options.
static bool isName(llvm::StringRef text) {
  auto isWordy = [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("._-").contains(c);
  };
  return !text.empty() && llvm::all_of(text, isWordy);
}

llvm::Error PartDescription::verify(const PartTable &parts) const {
  if (!isName(name))
    return llvm::createStringError(
        "expected the name of a part to be letters, digits and ._-, "
        "got \"" +
        name + "\"");
  if (!parts.lookup(base))
    return llvm::createStringError(
        "expected \"base\" to be a part that lowp knows (" + parts.list() +
        "), got \"" + base + "\"");
  for (const auto &[key, value] : figures)
    if (llvm::Error error = verifyFigure(key, value))
      return error;
  return llvm::Error::success();
}

PartModel mlir::lowp::makePartModel(const PartDescription &description,
                                    const PartTable &parts,
                                    const GemmCosts &gemms) {
  PartModel model{*parts.lookup(description.base), getFusionCosts(), gemms};
  model.facts.name = description.name;
  for (const auto &[key, value] : description.figures)
    lookupFigure(key)->set(model, value);
  return model;
}
