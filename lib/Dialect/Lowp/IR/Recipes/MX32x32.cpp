//===- MX32x32.cpp - One e8m0 scale per 32 x 32 tile ----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape MX32x32Attr::getBlockShape() const { return {32, 32}; }

Attribute MX32x32Attr::getTransposedRecipe() const { return *this; }
