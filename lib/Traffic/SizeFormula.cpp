//===- SizeFormula.cpp - Sizes that only the caller knows -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Traffic/SizeFormula.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp;

/// Longer formulas tell a reader nothing, and products of sums grow fast.
static constexpr size_t kMostTerms = 16;
static constexpr size_t kLongestName = 200;

SizeFormula::SizeFormula(int64_t number) : terms(Terms()) {
  if (number != 0)
    (*terms)[{}] = number;
}

SizeFormula SizeFormula::getUnknown() {
  SizeFormula formula;
  formula.terms.reset();
  return formula;
}

SizeFormula SizeFormula::getNamed(StringRef name) {
  SizeFormula formula;
  if (name.size() > kLongestName)
    return getUnknown();
  (*formula.terms)[{name.str()}] = 1;
  return formula;
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
  return StringRef(product.front());
}

bool SizeFormula::mentions(StringRef name) const {
  return terms && llvm::any_of(*terms, [&](const auto &term) {
           return llvm::is_contained(term.first, name);
         });
}

bool SizeFormula::isNotNegative() const {
  return terms &&
         llvm::all_of(*terms, [](const auto &term) { return term.second > 0; });
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
  std::optional<int64_t> divisor = b.getNumber();
  if (a.isUnknown() || b.isUnknown() || (divisor && *divisor <= 0))
    return getUnknown();
  if (std::optional<int64_t> number = a.getNumber(); number && divisor)
    return roundUp ? llvm::divideCeilSigned(*number, *divisor)
                   : llvm::divideFloorSigned(*number, *divisor);
  bool divides = divisor && llvm::all_of(*a.terms, [&](const auto &term) {
                   return term.second % *divisor == 0;
                 });
  if (!divides)
    return getNamed((roundUp ? "ceildiv(" : "floordiv(") + a.str() + ", " +
                    b.str() + ")");
  SizeFormula result = a;
  for (auto &[product, factor] : *result.terms)
    factor /= *divisor;
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
  auto texts = llvm::map_range(
      largest, [](const SizeFormula &formula) { return formula.str(); });
  return getNamed("max(" + llvm::join(texts, ", ") + ")");
}

SizeFormula SizeFormula::getMin(const SizeFormula &a, const SizeFormula &b) {
  if (a.isUnknown() || b.isUnknown())
    return getUnknown();
  if (a.isAtLeast(b))
    return b;
  if (b.isAtLeast(a))
    return a;
  return getNamed("min(" + a.str() + ", " + b.str() + ")");
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
    text += llvm::join(product, " * ");
  }
  return text;
}
