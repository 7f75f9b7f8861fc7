//===- MX1x32.cpp - One e8m0 scale per 32 elements of a row ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape MX1x32Attr::getBlockShape() const { return {1, 32}; }

Attribute MX1x32Attr::getTransposedRecipe() const {
  return MX32x1Attr::get(getContext());
}
