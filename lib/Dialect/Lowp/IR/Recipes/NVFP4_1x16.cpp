//===- NVFP4_1x16.cpp - One e4m3 scale per 16 elements of a row -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape NVFP4_1x16Attr::getBlockShape() const { return {1, 16}; }

Attribute NVFP4_1x16Attr::getTransposedRecipe() const {
  return NVFP4_16x1Attr::get(getContext());
}
