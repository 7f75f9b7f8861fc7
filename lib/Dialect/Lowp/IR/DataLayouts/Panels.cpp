//===- Panels.cpp - The fast dimension in panels --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
PanelsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   int64_t width) {
  // panels-C1.
  if (width >= 1)
    return success();
  return emitError() << "expected panels of at least 1 element, got " << width;
}

DataLayoutAttrInterface
PanelsAttr::fromStoredWidth(llvm::function_ref<InFlightDiagnostic()> emitError,
                            MLIRContext *context, int64_t width) {
  if (width == 0)
    return IdentityAttr::get(context);
  return getChecked(emitError, context, width);
}

AffineMap PanelsAttr::getStorageMap() const {
  AffineExpr slow = getAffineDimExpr(0, getContext());
  AffineExpr fast = getAffineDimExpr(1, getContext());
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0,
                        {fast.floorDiv(getWidth()), slow, fast % getWidth()},
                        getContext());
}
