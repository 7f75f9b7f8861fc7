//===- Identity.cpp - The matrix in its storage order ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

AffineMap IdentityAttr::getStorageMap() const {
  return AffineMap::getMultiDimIdentityMap(2, getContext());
}
