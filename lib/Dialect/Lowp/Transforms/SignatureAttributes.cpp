//===- SignatureAttributes.cpp - What a signature says of parts -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignatureAttributes.h"
#include "lowp/Dialect/Lowp/IR/AliasedResults.h"
#include "lowp/Dialect/Lowp/IR/LowpDialect.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"

using namespace mlir;
using namespace mlir::lowp;

/// How many tensors a value of `type` is made of.
static unsigned countParts(Type type) {
  auto scaled = dyn_cast<ScaledType>(type);
  return scaled ? scaled.getStorageTypes().size() : 1;
}

/// How many parts come before value `number` of `types`.
static unsigned getFirstPart(TypeRange types, unsigned number) {
  unsigned first = 0;
  for (Type type : types.take_front(number))
    first += countParts(type);
  return first;
}

/// `attributes`, those of argument `number` of `function`, for its part `part`.
static DictionaryAttr getForPart(func::FuncOp function, unsigned number,
                                 DictionaryAttr attributes, unsigned part) {
  std::optional<unsigned> output = getAliasingOutput(function, number);
  if (!output)
    return attributes;
  NamedAttrList list(attributes);
  Builder builder(function.getContext());
  list.set(LowpDialect::getAliasingOutputAttrName(),
           builder.getI64IntegerAttr(
               getFirstPart(function.getResultTypes(), *output) + part));
  return list.getDictionary(function.getContext());
}

SignatureAttributes::SignatureAttributes(Operation *root) {
  root->walk([&](func::FuncOp function) {
    FunctionType type = function.getFunctionType();
    auto isScaled = [](Type type) { return isa<ScaledType>(type); };
    if (llvm::none_of(type.getInputs(), isScaled) &&
        llvm::none_of(type.getResults(), isScaled))
      return;
    Signature &each = signatures.emplace_back();
    each.function = function;
    for (auto [number, argument] : llvm::enumerate(type.getInputs()))
      for (unsigned part = 0; part < countParts(argument); ++part)
        each.arguments.push_back(getForPart(
            function, number, function.getArgAttrDict(number), part));
    for (auto [number, result] : llvm::enumerate(type.getResults()))
      each.results.append(countParts(result),
                          function.getResultAttrDict(number));
  });
}

void SignatureAttributes::restore() const {
  for (const Signature &each : signatures) {
    func::FuncOp function = each.function;
    function.setAllArgAttrs(each.arguments);
    function.setAllResultAttrs(each.results);
  }
}
