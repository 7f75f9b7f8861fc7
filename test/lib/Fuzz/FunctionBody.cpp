//===- FunctionBody.cpp - A function while it is written ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionBody.h"
#include "RandomTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

std::string fuzz::print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

Named FunctionBody::addArgument(Type type) {
  Named value = {formatv("%a{0}", arguments.size()), type};
  arguments.push_back(value);
  values.push_back(value);
  return value;
}

Named FunctionBody::addResult(Type type) {
  values.push_back({formatv("%{0}", text.size()), type});
  return values.back();
}

/// Any of `values` that is of `kind`, or none.
template <typename Kind>
static const Named *pickOf(const std::vector<Named> &values, Random &random) {
  for (int attempt = 0; attempt < 8 && !values.empty(); ++attempt) {
    const Named &value = random.pick(values);
    if (auto type = dyn_cast<Kind>(value.type))
      if (type.getShape().size() == 2)
        return &value;
  }
  return nullptr;
}

Named FunctionBody::getMatrix(int64_t rows, int64_t columns, Type elementType) {
  return addArgument(RankedTensorType::get({rows, columns}, elementType));
}

Named FunctionBody::getMatrix() {
  const Named *value = pickOf<RankedTensorType>(values, random);
  if (value && cast<RankedTensorType>(value->type)
                       .getElementType()
                       .getIntOrFloatBitWidth() >= 16)
    return *value;
  return getMatrix(randomSize(random), randomSize(random),
                   randomHighPrecision(context, random));
}

Named FunctionBody::getScaled() {
  if (const Named *value = pickOf<ScaledType>(values, random))
    return *value;
  return addArgument(randomScaled({randomSize(random), randomSize(random)},
                                  randomRecipe(context, random), random));
}

Named FunctionBody::getNumbers(int64_t groups) {
  return addArgument(
      RankedTensorType::get({groups}, IntegerType::get(context, 32)));
}

std::string FunctionBody::getOffsets(ScaledType type) {
  if (!type.isGrouped())
    return "";
  Named offsets = getNumbers(type.getGroups().getCount());
  return formatv(" offsets({0} : {1})", offsets.name, print(offsets.type));
}

std::pair<std::string, Signature> FunctionBody::finish(StringRef name) {
  Signature signature = {name.str(), {}, {}};
  SmallVector<std::string> parameters, results, resultTypes;
  for (const Named &argument : arguments) {
    parameters.push_back(argument.name + ": " + print(argument.type));
    signature.arguments.push_back(argument.type);
  }
  do {
    const Named &value =
        random.chance(2, 3) ? values.back() : random.pick(values);
    results.push_back(value.name);
    resultTypes.push_back(print(value.type));
    signature.results.push_back(value.type);
  } while (random.chance(1, 4));
  std::string types = llvm::join(resultTypes, ", ");
  std::string function = formatv(
      "func.func @{0}({1}) -> ({2}) {{\n{3}  return {4} : {2}\n}\n", name,
      llvm::join(parameters, ", "), types, text, llvm::join(results, ", "));
  return {std::move(function), std::move(signature)};
}
