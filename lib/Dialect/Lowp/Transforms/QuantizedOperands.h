//===- QuantizedOperands.h - Operands that are quantized already *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_QUANTIZEDOPERANDS_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_QUANTIZEDOPERANDS_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Tells of operands of `op`, which stays as it is, that are weights with
/// scales: each call dequantizes them.
void reportDequantizedWeights(linalg::LinalgOp op);

/// What `matrix` is dequantized from, if that is `type` but for its layout;
/// null otherwise, and a remark tells where it is quantized already in another
/// format.
Value takeGivenOperand(OpBuilder &builder, Location loc, Value matrix,
                       ScaledType type);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_QUANTIZEDOPERANDS_H
