//===- FunctionBody.h - A function while it is written ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_FUNCTIONBODY_H
#define LOWP_TEST_LIB_FUZZ_FUNCTIONBODY_H

#include "Random.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Types.h"

#include <string>
#include <vector>

namespace mlir::lowp::fuzz {

/// A value of a function.
struct Named {
  std::string name;
  Type type;
};

/// A function that others may call.
struct Signature {
  std::string name;
  llvm::SmallVector<Type> arguments, results;
};

/// `type` as text.
std::string print(Type type);

/// Arguments, values and lines of a function to which operations are added.
class FunctionBody {
public:
  FunctionBody(MLIRContext *context, Random &random,
               const std::vector<Signature> &callees)
      : context(context), random(random), callees(callees) {}

  Named addArgument(Type type);
  /// A value of `type` that the next line defines.
  Named addResult(Type type);
  /// A value that has a name already.
  void addValue(Named value) { values.push_back(std::move(value)); }
  bool hasValues() const { return !values.empty(); }

  /// A matrix of high precision: a value that exists, or an argument.
  Named getMatrix();
  /// An argument that is a matrix.
  Named getMatrix(int64_t rows, int64_t columns, Type elementType);
  /// A scaled matrix: a value that exists, or an argument.
  Named getScaled();
  /// An argument with one i32 for each group.
  Named getNumbers(int64_t groups);
  /// The operand `offsets` of an operation on `type`, where that has groups.
  std::string getOffsets(ScaledType type);

  /// Appends `line`.
  void line(const std::string &line) { text += "  " + line + "\n"; }
  /// Characters so far, which make names that no other line has.
  size_t getSize() const { return text.size(); }

  /// The function `name`, which returns some of the values, and its signature.
  std::pair<std::string, Signature> finish(llvm::StringRef name);

  MLIRContext *const context;
  Random &random;
  const std::vector<Signature> &callees;

private:
  std::vector<Named> arguments, values;
  std::string text;
};

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_FUNCTIONBODY_H
