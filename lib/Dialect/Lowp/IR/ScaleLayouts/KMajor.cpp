//===- KMajor.cpp - Scales contiguous along K, rows padded ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
KMajorAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   int64_t alignment, bool) {
  // k_major-C1.
  if (alignment >= 1)
    return success();
  return emitError() << "expected 'alignment' to be at least 1 scale, got "
                     << alignment;
}

AffineMap KMajorAttr::getStorageMap() const {
  unsigned outer = getTransposed() ? 1 : 0;
  return AffineMap::getPermutationMap(ArrayRef<unsigned>{outer, 1 - outer},
                                      getContext());
}

AffineMap KMajorAttr::getStorageShapeMap() const {
  AffineMap order = getStorageMap();
  AffineExpr padded =
      order.getResult(1).ceilDiv(getAlignment()) * getAlignment();
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0,
                        {order.getResult(0), padded}, getContext());
}

Attribute KMajorAttr::getTransposedLayout() const {
  return get(getContext(), getAlignment(), !getTransposed());
}
