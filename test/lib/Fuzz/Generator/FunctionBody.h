//===- FunctionBody.h - A function while it is written ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_FUNCTIONBODY_H
#define LOWP_TEST_LIB_FUZZ_FUNCTIONBODY_H

#include "Forms.h"
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
               const std::vector<Signature> &callees, const Forms &forms)
      : context(context), random(random), callees(callees), forms(forms) {}

  Named addArgument(Type type);
  /// A value of `type` that the next line defines.
  Named addResult(Type type);
  /// A value that has a name already.
  void addValue(Named value) { values.push_back(std::move(value)); }
  bool hasValues() const { return !values.empty(); }
  /// Appends the line that defines a value of `type` by `operation`.
  Named define(Type type, const std::string &operation);
  /// A value that the function returns, whatever else it does, where it can.
  void addReturned(Named value) {
    if (regions.empty())
      returned.push_back(std::move(value));
  }

  /// A matrix of high precision: a value that exists, or an argument.
  Named getMatrix();
  /// An argument that is a matrix.
  Named getMatrix(int64_t rows, int64_t columns, Type elementType);
  /// A scaled matrix: a value that exists, or an argument.
  Named getScaled();
  /// A tensor of high precision and any rank: a value that exists, or an
  /// argument.
  Named getTensor();
  /// A value of `type` that exists, or an argument.
  Named getValue(Type type);
  /// A scalar of `type`: a constant, one that exists, or an argument.
  Named getScalar(Type type);
  /// A size as `forms` has them: huge ones and odd ones where types need not
  /// fit.
  int64_t getSize();
  /// An argument with one i32 for each group.
  Named getNumbers(int64_t groups);
  /// The operand `ends` of an operation on `type`, where that has groups.
  std::string getEnds(ScaledType type);

  /// Appends `line`.
  void line(const std::string &line);
  /// Appends `line`, which opens a region. What is defined in a region cannot
  /// be used after it.
  void openRegion(const std::string &line);
  /// Closes a region with `line`.
  void closeRegion(const std::string &line);
  unsigned getDepth() const { return regions.size(); }
  /// A name of no other value.
  std::string makeName(llvm::StringRef prefix);

  /// The function `name`, which returns some of the values, and its signature.
  std::pair<std::string, Signature> finish(llvm::StringRef name);

  MLIRContext *const context;
  Random &random;
  const std::vector<Signature> &callees;
  const Forms &forms;

private:
  /// What `getMatrix` and `getTensor` have in common.
  std::string printArguments(llvm::ArrayRef<Named> results);

  std::vector<Named> arguments, values, returned;
  /// How many values there were where each open region began.
  llvm::SmallVector<size_t> regions;
  unsigned names = 0;
  std::string text;
};

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_FUNCTIONBODY_H
