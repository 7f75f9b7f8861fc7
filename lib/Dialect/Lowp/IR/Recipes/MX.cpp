//===- MX.cpp - One e8m0 scale per block ----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult MXAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                             int64_t rows, int64_t columns) {
  return verifyRecipeBlock(emitError, {rows, columns});
}

BlockShape MXAttr::getBlockShape() const { return {getRows(), getColumns()}; }

Attribute MXAttr::getTransposedRecipe() const {
  return get(getContext(), getColumns(), getRows());
}
