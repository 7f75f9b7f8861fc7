//===- Block1x128.cpp - One scale per 128 elements of a row ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block1x128Attr::getBlockShape() const { return {1, 128}; }

Attribute Block1x128Attr::getTransposedRecipe() const {
  return Block128x1Attr::get(getContext());
}
