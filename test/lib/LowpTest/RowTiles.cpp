//===- RowTiles.cpp - A layout whose storage has three dimensions ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"
#include "mlir/IR/AffineExpr.h"

#include <cmath>

using namespace mlir;
using lowp_test::RowTilesAttr;

/// Dimension `dim` of the matrix, with the roles of rows and columns swapped
/// for a transposed layout.
static AffineExpr getDim(RowTilesAttr layout, unsigned dim) {
  return getAffineDimExpr(layout.getTransposed() ? 1 - dim : dim,
                          layout.getContext());
}

AffineMap RowTilesAttr::getStorageMap() const {
  AffineExpr i = getDim(*this, 0), j = getDim(*this, 1);
  return AffineMap::get(2, 0, {i.floorDiv(getRows()), j, i % getRows()},
                        getContext());
}

AffineMap RowTilesAttr::getStorageShapeMap() const {
  AffineExpr rows = getDim(*this, 0), columns = getDim(*this, 1);
  AffineExpr tileRows = getAffineConstantExpr(getRows(), getContext());
  return AffineMap::get(2, 0, {rows.ceilDiv(getRows()), columns, tileRows},
                        getContext());
}

double RowTilesAttr::getPaddingValue() const {
  return getPoisoned() ? std::nan("") : 1.0;
}

Attribute RowTilesAttr::getTransposedLayout() const {
  return get(getContext(), getRows(), !getTransposed(), getPoisoned());
}
