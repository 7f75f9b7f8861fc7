//===- Rowwise.cpp - One scale per row, or per column ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
RowwiseAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                    unsigned axis) {
  // rowwise-C1.
  if (axis <= 1)
    return success();
  return emitError() << "expected 'axis' to be 0 (a scale per column) or 1 (a "
                        "scale per row), got "
                     << axis;
}

BlockShape RowwiseAttr::getBlockShape() const {
  BlockShape perRow = {1, BlockShape::kWhole};
  return getAxis() == 1 ? perRow : perRow.transposed();
}

Attribute RowwiseAttr::getTransposedRecipe() const {
  return get(getContext(), 1 - getAxis());
}
