//===- SizeFormula.cpp - Sizes that only the caller knows -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/SizeFormula.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

/// Longer formulas tell a reader nothing, and products of sums grow fast.
static constexpr size_t kMostTerms = 64;
static constexpr size_t kLongestName = 2000;

SizeFormula::SizeFormula(int64_t number) : terms(Terms()) {
  if (number != 0)
    (*terms)[{}] = number;
}

SizeFormula SizeFormula::getUnknown() {
  SizeFormula formula;
  formula.terms.reset();
  return formula;
}

SizeFormula SizeFormula::getNamed(StringRef name, bool isSigned) {
  SizeFormula formula;
  if (name.size() > kLongestName)
    return getUnknown();
  (*formula.terms)[{Name(name.str(), isSigned)}] = 1;
  return formula;
}

SizeFormula SizeFormula::getCall(StringRef function,
                                 ArrayRef<SizeFormula> operands,
                                 bool isSigned) {
  if (llvm::any_of(operands, std::mem_fn(&SizeFormula::isUnknown)))
    return getUnknown();
  auto texts = llvm::map_range(operands, std::mem_fn(&SizeFormula::str));
  return getNamed((function + "(" + llvm::join(texts, ", ") + ")").str(),
                  isSigned);
}

std::optional<int64_t> SizeFormula::getNumber() const {
  if (!terms || terms->size() > 1)
    return std::nullopt;
  if (terms->empty())
    return 0;
  const auto &[product, factor] = *terms->begin();
  return product.empty() ? std::optional(factor) : std::nullopt;
}

std::optional<StringRef> SizeFormula::getName() const {
  if (!terms || terms->size() != 1)
    return std::nullopt;
  const auto &[product, factor] = *terms->begin();
  if (product.size() != 1 || factor != 1)
    return std::nullopt;
  return StringRef(product.front().first);
}

bool SizeFormula::mentions(StringRef name) const {
  return terms && llvm::any_of(*terms, [&](const auto &term) {
           return llvm::is_contained(llvm::make_first_range(term.first), name);
         });
}

bool SizeFormula::isNotNegative() const {
  auto isSigned = [](const Name &name) { return name.second; };
  return terms && llvm::all_of(*terms, [&](const auto &term) {
           return term.second > 0 && llvm::none_of(term.first, isSigned);
         });
}

int64_t SizeFormula::getFactor() const {
  int64_t factor = 0;
  if (terms)
    for (const auto &[product, part] : *terms)
      factor = std::gcd(factor, part);
  return factor == 0 ? 1 : factor;
}

SizeFormula SizeFormula::add(const SizeFormula &other, int64_t sign) const {
  if (isUnknown() || other.isUnknown())
    return getUnknown();
  SizeFormula sum = *this;
  for (const auto &[product, factor] : *other.terms) {
    std::optional<int64_t> added =
        llvm::checkedMulAdd(factor, sign, (*sum.terms)[product]);
    if (!added)
      return getUnknown();
    (*sum.terms)[product] = *added;
    if (*added == 0)
      sum.terms->erase(product);
  }
  return sum.terms->size() > kMostTerms ? getUnknown() : sum;
}

SizeFormula SizeFormula::operator+(const SizeFormula &other) const {
  return add(other, 1);
}

SizeFormula SizeFormula::operator-(const SizeFormula &other) const {
  return add(other, -1);
}

SizeFormula SizeFormula::operator*(const SizeFormula &other) const {
  if (getNumber() == 0 || other.getNumber() == 0)
    return SizeFormula();
  if (isUnknown() || other.isUnknown())
    return getUnknown();
  SizeFormula result;
  for (const auto &[names, factor] : *terms) {
    for (const auto &[otherNames, otherFactor] : *other.terms) {
      SizeFormula term;
      Product product = names;
      llvm::append_range(product, otherNames);
      llvm::sort(product);
      std::optional<int64_t> both = llvm::checkedMul(factor, otherFactor);
      if (!both)
        return getUnknown();
      (*term.terms)[product] = *both;
      result += term;
    }
  }
  return result;
}

SizeFormula SizeFormula::getQuotient(const SizeFormula &a, const SizeFormula &b,
                                     bool roundUp) {
  if (a.isUnknown() || b.isUnknown())
    return getUnknown();
  int64_t divisor = b.getNumber().value_or(0);
  if (std::optional<int64_t> number = a.getNumber(); number && divisor != 0)
    return roundUp ? llvm::divideCeilSigned(*number, divisor)
                   : llvm::divideFloorSigned(*number, divisor);
  bool divides = divisor > 0 && llvm::all_of(*a.terms, [&](const auto &term) {
                   return term.second % divisor == 0;
                 });
  if (!divides)
    return getCall(roundUp ? "ceildiv" : "floordiv", {a, b},
                   !a.isNotNegative() || !b.isNotNegative());
  SizeFormula result = a;
  for (auto &[product, factor] : *result.terms)
    factor /= divisor;
  return result;
}

bool SizeFormula::isAtLeast(const SizeFormula &other) const {
  return (*this - other).isNotNegative();
}

SizeFormula SizeFormula::getMax(ArrayRef<SizeFormula> formulas) {
  // Formulas that no other is sure to be as large as.
  SmallVector<SizeFormula> largest;
  for (const SizeFormula &formula : formulas) {
    if (formula.isUnknown())
      return getUnknown();
    if (llvm::any_of(largest, [&](const SizeFormula &other) {
          return other.isAtLeast(formula);
        }))
      continue;
    llvm::erase_if(largest, [&](const SizeFormula &other) {
      return formula.isAtLeast(other);
    });
    largest.push_back(formula);
  }
  if (largest.size() < 2)
    return largest.empty() ? SizeFormula() : largest.front();
  return getCall(
      "max", largest,
      llvm::none_of(largest, std::mem_fn(&SizeFormula::isNotNegative)));
}

SizeFormula SizeFormula::getMin(const SizeFormula &a, const SizeFormula &b) {
  if (a.isUnknown() || b.isUnknown())
    return getUnknown();
  if (a.isAtLeast(b))
    return b;
  if (b.isAtLeast(a))
    return a;
  return getCall("min", {a, b}, !a.isNotNegative() || !b.isNotNegative());
}

SizeFormula SizeFormula::getUnsigned(unsigned bits) const {
  if (isNotNegative())
    return *this;
  return bits < 64 ? compute("mod", *this, int64_t(1) << bits)
                   : getCall("unsigned", *this, /*isSigned=*/false);
}

SizeFormula SizeFormula::compute(StringRef name, SizeFormula a, SizeFormula b) {
  StringRef base = name;
  bool isUnsigned = base.consume_back("ui");
  if (isUnsigned) {
    a = a.getUnsigned();
    // Shifts read as many bits as they are told.
    b = base == "shr" ? b : b.getUnsigned();
  }
  bool isSigned = !a.isNotNegative() || !b.isNotNegative();
  bool isExact = isUnsigned || !isSigned;
  base.consume_back("si");
  if (base == "addi")
    return a + b;
  if (base == "subi")
    return a - b;
  if (base == "muli")
    return a * b;
  if (base == "min")
    return getMin(a, b);
  if (base == "max")
    return getMax({a, b});
  if (base == "ceildiv" || base == "floordiv" || (base == "div" && isExact))
    return getQuotient(a, b, /*roundUp=*/base == "ceildiv");
  // The remainder has the sign of the divisor in "mod".
  if (base == "mod" || (base == "rem" && isExact)) {
    SizeFormula rest = a - b * getQuotient(a, b, /*roundUp=*/false);
    return rest.getNumber() ? rest : getCall("mod", {a, b}, !b.isNotNegative());
  }
  if (base == "shr")
    return getCall("shrsi", {a, b}, !a.isNotNegative());
  static constexpr StringLiteral kOthers[] = {"divsi", "remsi", "shli",
                                              "andi",  "ori",   "xori"};
  return llvm::is_contained(kOthers, name) ? getCall(name, {a, b}, isSigned)
                                           : getUnknown();
}

std::string SizeFormula::str() const {
  if (isUnknown())
    return "?";
  if (terms->empty())
    return "0";
  std::string text;
  // What grows comes first.
  for (const auto &[product, factor] : llvm::reverse(*terms)) {
    text += text.empty() ? "" : " + ";
    if (product.empty() || factor != 1)
      text += std::to_string(factor) + (product.empty() ? "" : " * ");
    text += llvm::join(llvm::make_first_range(product), " * ");
  }
  return text;
}
