//===- ReifyShapes.cpp - Sizes of results as types have them --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReifyShapes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;

SmallVector<OpFoldResult> mlir::lowp::reifyAs(OpBuilder &builder, Location loc,
                                              ShapedType type,
                                              ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> reified;
  for (auto [size, declared] : llvm::zip_equal(sizes, type.getShape())) {
    if (ShapedType::isDynamic(declared))
      reified.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
    else
      reified.push_back(builder.getIndexAttr(declared));
  }
  return reified;
}
