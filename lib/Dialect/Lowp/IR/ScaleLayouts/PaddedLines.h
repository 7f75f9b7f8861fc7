//===- PaddedLines.h - Rows or columns of scales, padded --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_SCALELAYOUTS_PADDEDLINES_H
#define LOWP_LIB_DIALECT_LOWP_IR_SCALELAYOUTS_PADDEDLINES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::lowp {

/// Succeeds if lines may be padded to multiples of `alignment` scales.
LogicalResult
verifyPaddedLines(llvm::function_ref<InFlightDiagnostic()> emitError,
                  int64_t alignment);

/// Maps a position to the line that it is in, and its place there; dimension
/// `contiguous` runs along lines.
AffineMap getLines(MLIRContext *context, unsigned contiguous);

/// The shape of `lines`, each of a multiple of `alignment` scales.
AffineMap padLines(AffineMap lines, int64_t alignment);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_SCALELAYOUTS_PADDEDLINES_H
