//===- MNMajor.cpp - Scales contiguous along M or N -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
MNMajorAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                    int64_t alignment, bool) {
  // mn_major-C1.
  if (alignment >= 1)
    return success();
  return emitError() << "expected 'alignment' to be at least 1 scale, got "
                     << alignment;
}

/// The dimension of the scale matrix that is contiguous in memory.
static unsigned getContiguousDim(MNMajorAttr layout) {
  return layout.getTransposed() ? 1 : 0;
}

AffineMap MNMajorAttr::getStorageMap() const {
  unsigned contiguous = getContiguousDim(*this);
  return AffineMap::getPermutationMap(
      ArrayRef<unsigned>{1 - contiguous, contiguous}, getContext());
}

AffineMap MNMajorAttr::getStorageShapeMap() const {
  unsigned contiguous = getContiguousDim(*this);
  AffineExpr outer = getAffineDimExpr(1 - contiguous, getContext());
  AffineExpr inner = getAffineDimExpr(contiguous, getContext());
  AffineExpr padded = inner.ceilDiv(getAlignment()) * getAlignment();
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0, {outer, padded},
                        getContext());
}

Attribute MNMajorAttr::getTransposedLayout() const {
  return get(getContext(), getAlignment(), !getTransposed());
}
