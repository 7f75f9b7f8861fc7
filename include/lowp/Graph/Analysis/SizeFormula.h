//===- SizeFormula.h - Sizes that only the caller knows ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_SIZEFORMULA_H
#define LOWP_GRAPH_ANALYSIS_SIZEFORMULA_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mlir::lowp {

/// A sum of products of named sizes and functions of such sums, e.g. 1024 *
/// argument0.0 + min(argument1.0, 64), or the unknown. Whole numbers of any
/// size are meant, of which 64 bits are computed: what overflows is unknown.
class SizeFormula {
public:
  SizeFormula(int64_t number = 0);
  static SizeFormula getUnknown();
  /// A size that is never negative, or with `isSigned` a number that may be.
  static SizeFormula getNamed(StringRef name, bool isSigned = false);
  /// A function that has no simpler form.
  static SizeFormula getCall(StringRef function, ArrayRef<SizeFormula> operands,
                             bool isSigned);
  /// `a` divided by `b` and rounded up or down.
  static SizeFormula getQuotient(const SizeFormula &a, const SizeFormula &b,
                                 bool roundUp);
  static SizeFormula getMax(ArrayRef<SizeFormula> formulas);
  static SizeFormula getMin(const SizeFormula &a, const SizeFormula &b);
  /// What the operation of arith called `name` makes of two integers, e.g.
  /// "divui"; the unknown for names of other operations.
  static SizeFormula compute(StringRef name, SizeFormula a, SizeFormula b);
  /// The same bits as a number of `bits` bits without a sign.
  SizeFormula getUnsigned(unsigned bits = 64) const;

  bool isUnknown() const { return !terms; }
  std::optional<int64_t> getNumber() const;
  /// The name, if the formula is nothing else.
  std::optional<StringRef> getName() const;
  bool mentions(StringRef name) const;
  bool isNotNegative() const;
  /// Whether this is at least as much as `other` whatever the names stand for.
  bool isAtLeast(const SizeFormula &other) const;
  /// The largest number that divides the formula.
  int64_t getFactor() const;
  /// As a user reads it, and execution::evaluateSize computes it; "?" is the
  /// unknown.
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
  /// A name, or the text of a function and its operands, and whether it may
  /// stand for a negative number.
  using Name = std::pair<std::string, bool>;
  /// The names of a product, sorted.
  using Product = std::vector<Name>;
  using Terms = std::map<Product, int64_t>;

  SizeFormula add(const SizeFormula &other, int64_t sign) const;

  /// Products with factors other than 0; nothing for the unknown.
  std::optional<Terms> terms;
};

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_SIZEFORMULA_H
