//===- KernelWork.cpp - What a kernel does, for its name ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/KernelWork.h"

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Support/Identifier.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// What the textual form of `attribute` begins with, without its dialect.
static std::string getMnemonic(Attribute attribute) {
  return attribute.getAbstractAttribute().getName().rsplit('.').second.str();
}

SmallVector<std::string> mlir::lowp::describeElements(Type type) {
  auto scaled = dyn_cast<ScaledType>(type);
  Type element = scaled ? scaled.getElementType() : getElementTypeOrSelf(type);
  SmallVector<std::string> words = {makeIdentifier(debugString(element))};
  if (!scaled)
    return words;
  words.push_back(makeIdentifier(getMnemonic(scaled.getRecipe())));
  BlockShape block = scaled.getRecipe().getBlockShape();
  if (block.rows != BlockShape::kWhole && block.columns != BlockShape::kWhole)
    words.push_back(std::to_string(block.rows) + "x" +
                    std::to_string(block.columns));
  return words;
}

std::string mlir::lowp::joinWords(ArrayRef<std::string> words) {
  return llvm::join(words, "_");
}

Location mlir::lowp::addKernelWork(Location loc, StringRef work) {
  MLIRContext *context = loc.getContext();
  return FusedLoc::get({loc}, StringAttr::get(context, work), context);
}

StringRef mlir::lowp::getKernelWork(Location loc) {
  auto found = dyn_cast<FusedLocWith<StringAttr>>(loc);
  return found ? found.getMetadata().getValue() : StringRef();
}
