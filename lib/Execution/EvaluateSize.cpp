//===- EvaluateSize.cpp - Formulas of sizes, computed ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Execution/EvaluateSize.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/SaveAndRestore.h"

#include <limits>

using namespace mlir::lowp;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Whole numbers of 64 bits, and what they are on the way to a size.
using Number = __int128;
using Function = Number (*)(Number, Number);

constexpr Number kMost = Number(1) << 126;
constexpr int kMostNesting = 256;

Number floorDiv(Number a, Number b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

std::string toText(Number number) {
  uint64_t words[] = {static_cast<uint64_t>(number),
                      static_cast<uint64_t>(number >> 64)};
  return llvm::toString(llvm::APInt(128, words), 10, /*Signed=*/true);
}

/// A function that has no value where `b` is 0; null for other names.
Function findQuotient(StringRef name) {
  return llvm::StringSwitch<Function>(name)
      .Case("floordiv", floorDiv)
      .Case("ceildiv", [](Number a, Number b) { return -floorDiv(-a, b); })
      .Case("mod", [](Number a, Number b) { return a - b * floorDiv(a, b); })
      .Case("divsi", [](Number a, Number b) { return a / b; })
      .Case("remsi", [](Number a, Number b) { return a % b; })
      .Default(nullptr);
}

/// The same of functions that always have one.
Function findTotal(StringRef name) {
  return llvm::StringSwitch<Function>(name)
      .Case("andi", [](Number a, Number b) { return a & b; })
      .Case("ori", [](Number a, Number b) { return a | b; })
      .Case("xori", [](Number a, Number b) { return a ^ b; })
      .Case("eq", [](Number a, Number b) { return Number(a == b); })
      .Case("ne", [](Number a, Number b) { return Number(a != b); })
      .Case("slt", [](Number a, Number b) { return Number(a < b); })
      .Case("sle", [](Number a, Number b) { return Number(a <= b); })
      .Case("sgt", [](Number a, Number b) { return Number(a > b); })
      .Case("sge", [](Number a, Number b) { return Number(a >= b); })
      .Default(nullptr);
}

/// Reads a formula and computes it meanwhile.
class SizeEvaluator {
public:
  SizeEvaluator(StringRef formula,
                llvm::function_ref<std::optional<int64_t>(StringRef)> lookUp)
      : formula(formula), rest(formula), lookUp(lookUp) {}

  runtime::Expected<int64_t> run() {
    Number size = readSum();
    if (isMalformed || !rest.trim(' ').empty())
      return fail("expected a sum of products of sizes, got '" + formula.str() +
                  "'");
    if (isUnknown)
      return int64_t(-1);
    if (fault.empty() &&
        (size < 0 || size > std::numeric_limits<int64_t>::max()))
      fault = toText(size);
    if (!fault.empty())
      return fail("expected sizes that give '" + formula.str() + "' one, got " +
                  fault);
    return static_cast<int64_t>(size);
  }

private:
  static runtime::Error fail(std::string message) {
    return {LOWP_ERROR_INVALID_ARGUMENT, std::move(message)};
  }

  bool accept(StringRef token) {
    rest = rest.ltrim(' ');
    return rest.consume_front(token);
  }

  /// Gives up: nothing more is read.
  Number refuse() {
    isMalformed = true;
    rest = {};
    return 0;
  }

  /// Remembers the first reason why there is no size.
  Number note(const std::string &reason) {
    if (fault.empty())
      fault = reason;
    return 0;
  }

  Number check(bool overflows, Number number) {
    return overflows || number >= kMost || number <= -kMost
               ? note("a number of more than 126 bits")
               : number;
  }

  Number multiply(Number a, Number b) {
    Number product;
    bool overflows = __builtin_mul_overflow(a, b, &product);
    return check(overflows, product);
  }

  Number readSum() {
    Number sum = readProduct();
    while (accept("+"))
      sum = check(/*overflows=*/false, sum + readProduct());
    return sum;
  }

  Number readProduct() {
    Number product = readFactor();
    while (accept("*"))
      product = multiply(product, readFactor());
    return product;
  }

  Number readFactor() {
    llvm::SaveAndRestore nested(nesting, nesting + 1);
    if (nesting > kMostNesting)
      return refuse();
    if (accept("-"))
      return -readFactor();
    if (accept("?")) {
      isUnknown = true;
      return 0;
    }
    StringRef word = rest.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '.' || c == '_'; });
    rest = rest.drop_front(word.size());
    if (uint64_t number; !word.getAsInteger(10, number))
      return number;
    if (word.empty() || !llvm::isAlpha(word.front()))
      return refuse();
    return accept("(") ? readCall(word) : readName(word);
  }

  Number readName(StringRef name) {
    std::optional<int64_t> number = lookUp(name);
    isUnknown |= !number;
    return number.value_or(0);
  }

  Number readCall(StringRef name) {
    llvm::SmallVector<Number, 3> operands;
    do {
      operands.push_back(readSum());
    } while (accept(","));
    return accept(")") ? call(name, operands) : refuse();
  }

  Number call(StringRef name, ArrayRef<Number> operands) {
    if (name == "max")
      return *llvm::max_element(operands);
    if (name == "min")
      return *llvm::min_element(operands);
    if (name == "unsigned" && operands.size() == 1)
      return static_cast<uint64_t>(operands[0]);
    if (name == "select" && operands.size() == 3)
      return operands[0] ? operands[1] : operands[2];
    return operands.size() == 2 ? callOfTwo(name, operands[0], operands[1])
                                : refuse();
  }

  Number callOfTwo(StringRef name, Number a, Number b) {
    if (Function function = findTotal(name))
      return function(a, b);
    if (Function quotient = findQuotient(name))
      return b == 0 ? note((name + " of " + toText(a) + " by 0").str())
                    : quotient(a, b);
    if (name != "shli" && name != "shrsi")
      return refuse();
    if (b < 0 || b >= 64)
      return note("a shift by " + toText(b) + " of 64 bits");
    return name == "shrsi" ? a >> b : multiply(a, Number(1) << b);
  }

  StringRef formula, rest;
  llvm::function_ref<std::optional<int64_t>(StringRef)> lookUp;
  int nesting = 0;
  bool isMalformed = false, isUnknown = false;
  /// Why there is no size.
  std::string fault;
};

} // namespace

runtime::Expected<int64_t> execution::evaluateSize(
    StringRef formula,
    llvm::function_ref<std::optional<int64_t>(StringRef)> lookUp) {
  return SizeEvaluator(formula, lookUp).run();
}
