//===- Flat.cpp - A layout that lowp must refuse --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"

using namespace mlir;
using lowp_test::FlatAttr;

AffineMap FlatAttr::getStorageMap() const {
  return AffineMap::getMultiDimIdentityMap(1, getContext());
}

AffineMap FlatAttr::getStorageShapeMap() const { return getStorageMap(); }

Attribute FlatAttr::getTransposedLayout() const { return *this; }
