//===- AttributeNames.cpp - Which discardable attributes exist ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/AttributeNames.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

static StringRef describe(AttributePlace place) {
  switch (place) {
  case AttributePlace::Operation:
    return "an operation";
  case AttributePlace::Argument:
    return "an argument of a function";
  case AttributePlace::Result:
    return "a result of a function";
  }
  llvm_unreachable("all places are above");
}

static const AttributeName &findNearest(StringRef name,
                                        ArrayRef<AttributeName> known) {
  return *llvm::min_element(known, [&](const auto &lhs, const auto &rhs) {
    return name.edit_distance(lhs.name) < name.edit_distance(rhs.name);
  });
}

LogicalResult mlir::lowp::verifyAttributeName(Operation *op, StringRef name,
                                              AttributePlace place,
                                              ArrayRef<AttributeName> known) {
  // attribute-C1. Runs at each verification: distances are for the error alone.
  const auto *found = llvm::find_if(
      known, [&](const AttributeName &each) { return each.name == name; });
  if (found == known.end())
    return op->emitOpError("expected an attribute that dialect '")
           << name.split('.').first << "' has, got '" << name
           << "'; the nearest is '" << findNearest(name, known).name << "'";
  if (found->place != place)
    return op->emitOpError("expected '")
           << name << "' on " << describe(found->place) << ", got it on "
           << describe(place);
  return success();
}
