//===- Block128x1.cpp - One scale per 128 elements of a column ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block128x1Attr::getBlockShape() const { return {128, 1}; }

Attribute Block128x1Attr::getTransposedRecipe() const {
  return Block1x128Attr::get(getContext());
}
