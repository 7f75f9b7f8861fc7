//===- Mapped.cpp - A layout of data by any map ---------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"

#include <cmath>

using namespace mlir;
using lowp_test::MappedAttr;

AffineMap MappedAttr::getStorageMap() const { return getMap().getValue(); }

double MappedAttr::getPaddingValue() const {
  return getPoisoned() ? std::nan("") : 0.0;
}
