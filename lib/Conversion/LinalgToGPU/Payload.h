//===- Payload.h - The scalar computation of a linalg op --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_PAYLOAD_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_PAYLOAD_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Emits what `op` computes at the point `ivs` of its iteration space: loads
/// of its inputs, then its body with `outputs` for the values of its
/// destinations. Returns the values that the body yields.
SmallVector<Value> emitPayload(OpBuilder &builder, Location loc,
                               linalg::LinalgOp op, ValueRange ivs,
                               ValueRange outputs);

/// Loads element `ivs` of each destination.
SmallVector<Value> loadOutputs(OpBuilder &builder, Location loc,
                               linalg::LinalgOp op, ValueRange ivs);

/// Stores `values` to element `ivs` of each destination.
void storeOutputs(OpBuilder &builder, Location loc, linalg::LinalgOp op,
                  ValueRange ivs, ValueRange values);

/// Position in the buffer of `operand` that belongs to the point `ivs`.
SmallVector<Value> getElementIndices(OpBuilder &builder, Location loc,
                                     linalg::LinalgOp op, OpOperand *operand,
                                     ValueRange ivs);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_PAYLOAD_H
