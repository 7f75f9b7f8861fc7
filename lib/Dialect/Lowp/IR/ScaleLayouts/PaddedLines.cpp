//===- PaddedLines.cpp - Rows or columns of scales, padded ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleLayouts/PaddedLines.h"

using namespace mlir;
using namespace mlir::lowp;

LogicalResult mlir::lowp::verifyPaddedLines(
    llvm::function_ref<InFlightDiagnostic()> emitError, int64_t alignment) {
  // mn_major-C1, k_major-C1.
  if (alignment >= 1)
    return success();
  return emitError() << "expected 'alignment' to be at least 1 scale, got "
                     << alignment;
}

AffineMap mlir::lowp::getLines(MLIRContext *context, unsigned contiguous) {
  return AffineMap::getPermutationMap(
      ArrayRef<unsigned>{1 - contiguous, contiguous}, context);
}

AffineMap mlir::lowp::padLines(AffineMap lines, int64_t alignment) {
  AffineExpr padded = lines.getResult(1).ceilDiv(alignment) * alignment;
  return AffineMap::get(/*dimCount=*/2, /*symbolCount=*/0,
                        {lines.getResult(0), padded}, lines.getContext());
}
