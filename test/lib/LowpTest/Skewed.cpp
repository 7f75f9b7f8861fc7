//===- Skewed.cpp - A layout without digits -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"

using namespace mlir;
using lowp_test::SkewedAttr;

/// Rows and columns of the scale matrix, or the other way round.
static std::pair<AffineExpr, AffineExpr> getDims(SkewedAttr layout) {
  bool isTransposed = layout.getTransposed();
  return {getAffineDimExpr(isTransposed ? 1 : 0, layout.getContext()),
          getAffineDimExpr(isTransposed ? 0 : 1, layout.getContext())};
}

AffineMap SkewedAttr::getStorageMap() const {
  auto [i, j] = getDims(*this);
  return AffineMap::get(2, 0, {i, j + i % 2}, getContext());
}

AffineMap SkewedAttr::getStorageShapeMap() const {
  auto [rows, columns] = getDims(*this);
  return AffineMap::get(2, 0, {rows, columns + 1}, getContext());
}

Attribute SkewedAttr::getTransposedLayout() const {
  return get(getContext(), !getTransposed());
}
