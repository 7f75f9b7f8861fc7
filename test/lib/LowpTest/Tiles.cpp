//===- Tiles.cpp - A layout of data in tiles ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"

using namespace mlir;
using lowp_test::TilesAttr;

AffineMap TilesAttr::getStorageMap() const {
  AffineExpr slow = getAffineDimExpr(0, getContext());
  AffineExpr fast = getAffineDimExpr(1, getContext());
  return AffineMap::get(2, 0,
                        {slow.floorDiv(getRows()), fast.floorDiv(getColumns()),
                         slow % getRows(), fast % getColumns()},
                        getContext());
}
