//===- Tensorwise.cpp - One scale for the whole matrix --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape TensorwiseAttr::getBlockShape() const {
  return {BlockShape::kWhole, BlockShape::kWhole};
}

Attribute TensorwiseAttr::getTransposedRecipe() const { return *this; }
