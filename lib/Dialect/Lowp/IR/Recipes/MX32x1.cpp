//===- MX32x1.cpp - One e8m0 scale per 32 elements of a column ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape MX32x1Attr::getBlockShape() const { return {32, 1}; }

Attribute MX32x1Attr::getTransposedRecipe() const {
  return MX1x32Attr::get(getContext());
}
