//===- AliasedResults.cpp - Results in place of arguments -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/AliasedResults.h"

#include "lowp/Dialect/Lowp/IR/LowpDialect.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<unsigned> mlir::lowp::getAliasingOutput(FunctionOpInterface func,
                                                      unsigned number) {
  auto output = func.getArgAttrOfType<IntegerAttr>(
      number, LowpDialect::getAliasingOutputAttrName());
  if (!output)
    return std::nullopt;
  return output.getInt();
}

std::optional<unsigned> mlir::lowp::getAliasedArgument(FunctionOpInterface func,
                                                       unsigned number) {
  for (unsigned argument = 0; argument < func.getNumArguments(); ++argument)
    if (getAliasingOutput(func, argument) == number)
      return argument;
  return std::nullopt;
}

LogicalResult mlir::lowp::verifyAliasingOutputs(FunctionOpInterface func) {
  llvm::SmallDenseSet<int64_t> outputs;
  for (auto [number, type] : llvm::enumerate(func.getArgumentTypes())) {
    StringRef name = LowpDialect::getAliasingOutputAttrName();
    Attribute attribute = func.getArgAttr(number, name);
    if (!attribute)
      continue;
    // external-C5, alias-C1.
    auto output = dyn_cast<IntegerAttr>(attribute);
    bool isResult = output && output.getType().isInteger(64) &&
                    output.getInt() >= 0 &&
                    output.getInt() < func.getNumResults();
    if (!isResult || func.getResultTypes()[output.getInt()] != type ||
        !outputs.insert(output.getInt()).second)
      return func.emitOpError("expected '")
             << name << "' of argument " << number
             << " to be the number (i64) of a result of its type, " << type
             << ", which no other argument has, got " << attribute;
  }
  return success();
}
