//===- Payload.h - The scalar computation of a linalg op --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_PAYLOAD_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_PAYLOAD_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::lowp {

/// Emits what a linalg op on buffers computes, point by point, into a kernel.
class Payload {
public:
  /// To be made at the kernel's start: there it says which buffers are aligned,
  /// so that accesses to neighbouring elements can become one. With `initial`,
  /// the elements of each destination have the value there instead of what is
  /// in memory.
  Payload(OpBuilder &builder, linalg::LinalgOp op,
          ArrayRef<Value> initial = {});

  /// Loads the inputs at the point `ivs` of the iteration space and computes
  /// the op's body with `outputs` for the values of its destinations. Returns
  /// the values that the body yields.
  SmallVector<Value> emit(OpBuilder &builder, ValueRange ivs,
                          ValueRange outputs);

  /// Computes `value`, of the op's body, which depends on no element of a
  /// destination.
  Value emitValue(OpBuilder &builder, ValueRange ivs, Value value);

  /// The value of element `ivs` of each destination.
  SmallVector<Value> loadOutputs(OpBuilder &builder, ValueRange ivs);

  /// Stores `values` to element `ivs` of each destination that points of
  /// reductions share.
  void storeOutputs(OpBuilder &builder, ValueRange ivs, ValueRange values);

  /// `outputs`, with the elements at `ivs` of destinations that have one for
  /// each point of reductions.
  SmallVector<Value> loadOwnOutputs(OpBuilder &builder, ValueRange ivs,
                                    ValueRange outputs);

  /// Stores what of `values` belongs to such elements; returns `outputs` there,
  /// and `values` elsewhere.
  SmallVector<Value> storeOwnOutputs(OpBuilder &builder, ValueRange ivs,
                                     ValueRange values, ValueRange outputs);

  /// The buffer of `operand`.
  Value getBuffer(OpOperand *operand);

  /// Position in the buffer of `operand` that belongs to the point `ivs`.
  SmallVector<Value> getIndices(OpBuilder &builder, OpOperand *operand,
                                ValueRange ivs);

private:
  /// The elements of inputs at the point, and its place, for the op's body.
  IRMapping enterBody(OpBuilder &builder, ValueRange ivs);
  Value loadElement(OpBuilder &builder, OpOperand *operand, ValueRange ivs);

  linalg::LinalgOp op;
  Location loc;
  SmallVector<Value> initial;
  /// Buffers to what the kernel knows of their alignment.
  IRMapping buffers;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_PAYLOAD_H
