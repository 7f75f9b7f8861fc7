//===- SizeFormula.h - Sizes that only the caller knows ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TRAFFIC_SIZEFORMULA_H
#define LOWP_TRAFFIC_SIZEFORMULA_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::lowp {

/// A sum of products of named sizes, e.g. 1024 * argument0.0 + 4096, or the
/// unknown. Names stand for numbers that are not negative.
class SizeFormula {
public:
  SizeFormula(int64_t number = 0);
  static SizeFormula getUnknown();
  static SizeFormula getNamed(StringRef name);
  /// `a` divided by `b` and rounded up or down.
  static SizeFormula getQuotient(const SizeFormula &a, const SizeFormula &b,
                                 bool roundUp);
  static SizeFormula getMax(ArrayRef<SizeFormula> formulas);
  static SizeFormula getMin(const SizeFormula &a, const SizeFormula &b);

  bool isUnknown() const { return !terms; }
  std::optional<int64_t> getNumber() const;
  /// The name, if the formula is nothing else.
  std::optional<StringRef> getName() const;
  bool mentions(StringRef name) const;
  bool isNotNegative() const;
  /// The largest number that divides the formula.
  int64_t getFactor() const;
  /// As a user reads it; "?" is the unknown.
  std::string str() const;

  SizeFormula operator+(const SizeFormula &other) const;
  SizeFormula operator-(const SizeFormula &other) const;
  SizeFormula operator*(const SizeFormula &other) const;
  SizeFormula &operator+=(const SizeFormula &other) {
    return *this = *this + other;
  }
  bool operator==(const SizeFormula &other) const {
    return terms == other.terms;
  }

private:
  /// The names of a product, sorted.
  using Product = std::vector<std::string>;
  using Terms = std::map<Product, int64_t>;

  SizeFormula add(const SizeFormula &other, int64_t sign) const;
  /// Whether this is at least as much as `other` whatever the names stand for.
  bool isAtLeast(const SizeFormula &other) const;

  /// Products with factors other than 0; nothing for the unknown.
  std::optional<Terms> terms;
};

} // namespace mlir::lowp

#endif // LOWP_TRAFFIC_SIZEFORMULA_H
