//===- BlockAmax.h - The largest magnitude of each block --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKAMAX_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKAMAX_H

#include "BlockGrid.h"

namespace mlir::lowp {

/// Builds the f32 tensor of the largest |x| of each block of `matrix`; NaN if
/// the block holds one, 0 if it is empty. What is padding in the scale matrix
/// has some value.
Value buildBlockAmax(OpBuilder &builder, Location loc, Value matrix,
                     const BlockGrid &grid);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKAMAX_H
