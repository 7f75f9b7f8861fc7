//===- Block128x128.cpp - One scale per 128 x 128 tile --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

BlockShape Block128x128Attr::getBlockShape() const { return {128, 128}; }

Attribute Block128x128Attr::getTransposedRecipe() const { return *this; }
