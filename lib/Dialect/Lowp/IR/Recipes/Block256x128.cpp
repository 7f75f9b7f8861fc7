//===- Block256x128.cpp - One scale per tile of 256 rows x 128 columns ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block256x128Attr::getBlockShape() const { return {256, 128}; }

Attribute Block256x128Attr::getTransposedRecipe() const {
  return Block128x256Attr::get(getContext());
}
