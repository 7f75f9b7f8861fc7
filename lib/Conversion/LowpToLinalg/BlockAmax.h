//===- BlockAmax.h - The largest magnitude of each block --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKAMAX_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKAMAX_H

#include "lowp/Support/BlockShape.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// The number of blocks along each dimension of a matrix of these sizes.
SmallVector<OpFoldResult> getBlockCounts(OpBuilder &builder, Location loc,
                                         ::lowp::BlockShape block,
                                         ArrayRef<OpFoldResult> sizes);

/// The position, along dimension `dim`, of the block that holds `index`.
Value getBlockIndex(OpBuilder &builder, Location loc, ::lowp::BlockShape block,
                    unsigned dim, Value index);

/// Builds the f32 tensor of the largest |x| of each block of `matrix`; NaN if
/// the block holds one, 0 if it is empty.
Value buildBlockAmax(OpBuilder &builder, Location loc, Value matrix,
                     ::lowp::BlockShape block);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKAMAX_H
