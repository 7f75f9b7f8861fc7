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

#include <set>

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp::fuzz;
using llvm::formatv;

std::string fuzz::print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string FunctionBody::makeName(StringRef prefix) {
  return formatv("%{0}{1}", prefix, names++);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

void FunctionBody::line(const std::string &line) {
  text += std::string(2 * (regions.size() + 1), ' ') + line + "\n";
}

void FunctionBody::openRegion(const std::string &line) {
  this->line(line);
  regions.push_back(values.size());
}

void FunctionBody::closeRegion(const std::string &line) {
  values.resize(regions.pop_back_val());
  this->line(line);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Named FunctionBody::addArgument(Type type) {
  Named value = {formatv("%a{0}", arguments.size()), type};
  arguments.push_back(value);
  values.push_back(value);
  return value;
}

Named FunctionBody::addResult(Type type) {
  values.push_back({makeName(""), type});
  return values.back();
}

Named FunctionBody::define(Type type, const std::string &operation) {
  Named value = {makeName("v"), type};
  line(value.name + " = " + operation);
  values.push_back(value);
  return value;
}

/// Any of `values` that `isWanted`, or none.
static const Named *pickFrom(const std::vector<Named> &values, Random &random,
                             llvm::function_ref<bool(Type)> isWanted) {
  for (int attempt = 0; attempt < 8 && !values.empty(); ++attempt) {
    // The last ones make chains.
    const Named &value =
        random.chance(1, 3) ? values.back() : random.pick(values);
    if (isWanted(value.type))
      return &value;
  }
  return nullptr;
}

int64_t FunctionBody::getSize() {
  int64_t size = forms.fits ? randomOrdinarySize(random) : randomSize(random);
  return size == 0 && !forms.has(Trait::NoElements) ? 1 : size;
}

Named FunctionBody::getMatrix(int64_t rows, int64_t columns, Type elementType) {
  return addArgument(RankedTensorType::get({rows, columns}, elementType));
}

static bool isHighPrecision(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType()) &&
         tensor.getElementType().getIntOrFloatBitWidth() >= 16 &&
         tensor.getElementType().getIntOrFloatBitWidth() <= 32;
}

Named FunctionBody::getMatrix() {
  const Named *value = pickFrom(values, random, [](Type type) {
    return isHighPrecision(type) && cast<RankedTensorType>(type).getRank() == 2;
  });
  return value ? *value
               : getMatrix(getSize(), getSize(),
                           randomHighPrecision(context, random));
}

Named FunctionBody::getTensor() {
  if (const Named *value = pickFrom(values, random, isHighPrecision))
    return *value;
  static constexpr unsigned kRanks[] = {1, 2, 2, 2, 3, 4};
  SmallVector<int64_t> shape(random.pick(kRanks));
  for (int64_t &size : shape)
    size = getSize();
  return addArgument(
      RankedTensorType::get(shape, randomHighPrecision(context, random)));
}

Named FunctionBody::getValue(Type type) {
  const Named *value =
      pickFrom(values, random, [&](Type other) { return other == type; });
  return value ? *value : addArgument(type);
}

Named FunctionBody::getScalar(Type type) {
  static constexpr StringRef kFloats[] = {"0.0",    "-0.0", "1.0",
                                          "0.3125", "-7.5", "1.0e4"};
  if (random.chance(1, 3))
    return getValue(type);
  Named value = {makeName("c"), type};
  std::string number = isa<FloatType>(type) ? random.pick(kFloats).str()
                       : type.isInteger(1)
                           ? random.pick({"true", "false"}).str()
                           : std::to_string(random.below(5));
  // MLIR keeps a sign of numbers that have none, but not in bytecode.
  if (isa<Float8E8M0FNUType>(type) && number.front() == '-')
    number.erase(0, 1);
  line(formatv("{0} = arith.constant {1}{2}", value.name, number,
               type.isInteger(1) ? "" : " : " + print(type)));
  return value;
}

Named FunctionBody::getScaled() {
  const Named *value = pickFrom(values, random, [](Type type) {
    auto scaled = dyn_cast<ScaledType>(type);
    return scaled && scaled.getShape().size() == 2;
  });
  return value
             ? *value
             : addArgument(randomScaled({getSize(), getSize()},
                                        randomRecipe(context, random), random));
}

Named FunctionBody::getNumbers(int64_t groups) {
  return addArgument(
      RankedTensorType::get({groups}, IntegerType::get(context, 32)));
}

std::string FunctionBody::getEnds(ScaledType type) {
  if (!type.isGrouped())
    return "";
  Named ends = getNumbers(type.getGroups().getCount());
  return formatv(" ends({0} : {1})", ends.name, print(ends.type));
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// The number of a result of `type` that is not in `taken`, and is taken then.
static std::optional<size_t> takeResult(Type type, ArrayRef<Named> results,
                                        std::set<size_t> &taken) {
  for (auto [number, result] : llvm::enumerate(results))
    if (result.type == type && taken.insert(number).second)
      return number;
  return std::nullopt;
}

std::string FunctionBody::printArguments(ArrayRef<Named> results) {
  SmallVector<std::string> parameters;
  std::set<size_t> taken;
  for (const Named &argument : arguments) {
    std::string attributes;
    if (isa<RankedTensorType>(argument.type)) {
      if (forms.has(Trait::Donated) && random.chance(1, 5)) {
        if (auto number = takeResult(argument.type, results, taken))
          attributes = formatv(" {{lowp.aliasing_output = {0} : i64}", *number);
      } else if (forms.has(Trait::Writable) && random.chance(1, 12)) {
        attributes = " {bufferization.writable = true}";
      }
    }
    parameters.push_back(argument.name + ": " + print(argument.type) +
                         attributes);
  }
  return llvm::join(parameters, ", ");
}

std::pair<std::string, Signature> FunctionBody::finish(StringRef name) {
  std::vector<Named> results = returned;
  do
    results.push_back(random.chance(2, 3) ? values.back()
                                          : random.pick(values));
  while (random.chance(1, 4));
  if (forms.has(Trait::ReturnedArgument) && !arguments.empty() &&
      random.chance(1, 10))
    results.push_back(random.pick(arguments));
  Signature signature = {name.str(), {}, {}};
  SmallVector<std::string> names, types;
  for (const Named &argument : arguments)
    signature.arguments.push_back(argument.type);
  for (const Named &result : results) {
    names.push_back(result.name);
    types.push_back(print(result.type));
    signature.results.push_back(result.type);
  }
  std::string function =
      formatv("func.func @{0}({1}) -> ({2}) {{\n{3}  return {4} : {2}\n}\n",
              name, printArguments(results), llvm::join(types, ", "), text,
              llvm::join(names, ", "));
  return {std::move(function), std::move(signature)};
}
