//===- Block128x256.cpp - One scale per tile of 128 rows x 256 columns ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block128x256Attr::getBlockShape() const { return {128, 256}; }

Attribute Block128x256Attr::getTransposedRecipe() const {
  return Block256x128Attr::get(getContext());
}
