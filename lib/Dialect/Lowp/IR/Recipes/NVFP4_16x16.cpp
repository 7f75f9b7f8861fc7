//===- NVFP4_16x16.cpp - One e4m3 scale per 16 x 16 tile ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape NVFP4_16x16Attr::getBlockShape() const { return {16, 16}; }

Attribute NVFP4_16x16Attr::getTransposedRecipe() const { return *this; }
