//===- NVFP4.cpp - One e4m3 scale per block, one f32 scale ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/RecipeBlock.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
NVFP4Attr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  int64_t rows, int64_t columns) {
  return verifyRecipeBlock(emitError, {rows, columns});
}

BlockShape NVFP4Attr::getBlockShape() const {
  return {getRows(), getColumns()};
}

Attribute NVFP4Attr::getTransposedRecipe() const {
  return get(getContext(), getColumns(), getRows());
}
