//===- NVFP4_16x1.cpp - One e4m3 scale per 16 elements of a column --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape NVFP4_16x1Attr::getBlockShape() const { return {16, 1}; }

Attribute NVFP4_16x1Attr::getTransposedRecipe() const {
  return NVFP4_1x16Attr::get(getContext());
}
