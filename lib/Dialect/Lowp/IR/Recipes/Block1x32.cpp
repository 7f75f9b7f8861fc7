//===- Block1x32.cpp - One scale per 32 elements of a row -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block1x32Attr::getBlockShape() const { return {1, 32}; }

Attribute Block1x32Attr::getTransposedRecipe() const {
  return Block32x1Attr::get(getContext());
}
