//===- Generator.cpp - Valid modules by chance ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function is a sequence of operations on values that exist already or become
// arguments. What the rules of two operands are is not written down once more
// here: recipes that must not meet do so at times, and then the verifier has
// its say.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "RandomOperations.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::lowp::fuzz;

void mlir::lowp::fuzz::addOperation(FunctionBody &body) {
  body.forms.pick(body.random)(body);
}

/// Writes the function `name` and adds it to the callees.
static std::string writeFunction(llvm::StringRef name,
                                 mlir::MLIRContext *context, Random &random,
                                 std::vector<Signature> &callees,
                                 const Forms &forms) {
  FunctionBody body(context, random, callees, forms);
  do
    addOperation(body);
  while (!body.hasValues() || random.chance(2, 3));
  auto [function, signature] = body.finish(name);
  callees.push_back(signature);
  return function;
}

std::string mlir::lowp::fuzz::generateModule(mlir::MLIRContext *context,
                                             Random &random, bool withWaiting) {
  Forms forms(/*fits=*/random.chance(1, 2), withWaiting);
  std::string module;
  std::vector<Signature> callees;
  unsigned count = 1 + random.below(3);
  for (unsigned index = 0; index < count; ++index)
    module += writeFunction(llvm::formatv("f{0}", index).str(), context, random,
                            callees, forms);
  return module;
}
