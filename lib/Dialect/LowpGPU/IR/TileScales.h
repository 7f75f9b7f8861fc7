//===- TileScales.h - Scales of the elements of a tile ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_IR_TILESCALES_H
#define LOWP_LIB_DIALECT_LOWPGPU_IR_TILESCALES_H

#include "mlir/IR/Operation.h"

namespace mlir::lowp_gpu {

/// Checks that row and column scales, where present, span the given shape.
LogicalResult verifyScales(Operation *op, Value rows, Value columns,
                           int64_t numRows, int64_t numColumns);

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_IR_TILESCALES_H
