//===- ZOrder.cpp - A layout of data that interleaves bits ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"

using namespace mlir;
using lowp_test::ZOrderAttr;

AffineMap ZOrderAttr::getStorageMap() const {
  AffineExpr slow = getAffineDimExpr(0, getContext());
  AffineExpr fast = getAffineDimExpr(1, getContext());
  return AffineMap::get(2, 0,
                        {slow.floorDiv(4), fast.floorDiv(4),
                         slow.floorDiv(2) % 2, fast.floorDiv(2) % 2, slow % 2,
                         fast % 2},
                        getContext());
}

double ZOrderAttr::getPaddingValue() const { return 1.0; }
