//===- Compact.cpp - The scale matrix, row-major --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

AffineMap CompactAttr::getStorageMap() const {
  unsigned slow = getTransposed() ? 1 : 0;
  return AffineMap::getPermutationMap(ArrayRef<unsigned>{slow, 1 - slow},
                                      getContext());
}

AffineMap CompactAttr::getStorageShapeMap() const { return getStorageMap(); }

Attribute CompactAttr::getTransposedLayout() const {
  return get(getContext(), !getTransposed());
}
