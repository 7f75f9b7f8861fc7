//===- Block1x256.cpp - One scale per 256 elements of a row ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block1x256Attr::getBlockShape() const { return {1, 256}; }

Attribute Block1x256Attr::getTransposedRecipe() const {
  return Block256x1Attr::get(getContext());
}
