//===- PackedWords.cpp - Neighbours along K as one word -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult
PackedWordsAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                        int64_t scales, int64_t alignment, bool) {
  // packed_words-C1.
  if (scales < 1)
    return emitError()
           << "expected 'scales' to be at least 1 scale a word, got " << scales;
  // packed_words-C2.
  if (alignment < 1)
    return emitError() << "expected 'alignment' to be at least 1 word, got "
                       << alignment;
  return success();
}

/// Dimension `dim` of the scale matrix as it is without `transposed`.
static AffineExpr getDim(PackedWordsAttr layout, unsigned dim) {
  return getAffineDimExpr(layout.getTransposed() ? 1 - dim : dim,
                          layout.getContext());
}

AffineMap PackedWordsAttr::getStorageMap() const {
  AffineExpr i = getDim(*this, 0), j = getDim(*this, 1);
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0,
                        {j.floorDiv(getScales()), i, j % getScales()},
                        getContext());
}

AffineMap PackedWordsAttr::getStorageShapeMap() const {
  AffineExpr rows = getDim(*this, 0), columns = getDim(*this, 1);
  AffineExpr padded = rows.ceilDiv(getAlignment()) * getAlignment();
  AffineExpr word = getAffineConstantExpr(getScales(), getContext());
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0,
                        {columns.ceilDiv(getScales()), padded, word},
                        getContext());
}

Attribute PackedWordsAttr::getTransposedLayout() const {
  return get(getContext(), getScales(), getAlignment(), !getTransposed());
}
