//===- GemmEpilogue.h - What a gemm makes of its sums -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GEMMEPILOGUE_H
#define LOWP_DIALECT_LOWP_IR_GEMMEPILOGUE_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace mlir::lowp {

/// Whether the epilogue of a gemm may have `op`: arithmetic on floats that
/// costs a few instructions. A function takes longer for a tile than many tiles
/// take to be multiplied, and does so while no tile is.
bool isEpilogueArithmetic(Operation *op);

/// Whether kernels can address an input of an epilogue of `shape`, indexed by
/// `map` of (batch,) m and n: by sizes that are known, but for rows in front. A
/// dimension that a constant indexes counts for nothing.
bool isAddressableInput(ArrayRef<int64_t> shape, AffineMap map);

/// Clones `epilogue` for `arguments`, a sum and an element of each input, and
/// returns what it yields: an element of each destination.
SmallVector<Value> cloneEpilogue(OpBuilder &builder, Block &epilogue,
                                 ValueRange arguments);

/// gemm-C16 to gemm-C19.
LogicalResult verifyEpilogue(GemmOp op);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GEMMEPILOGUE_H
