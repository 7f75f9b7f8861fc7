//===- KnownSizes.h - Sizes of values, whatever types say -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_KNOWNSIZES_H
#define LOWP_PIPELINES_KNOWNSIZES_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

/// Static sizes of values: those of their types, and those that types have no
/// longer after casts, or never had. Values are met before their uses.
class KnownSizes {
public:
  SmallVector<int64_t> get(Value value) const;

  /// Adds what `sizes` knows of `value`.
  void add(Value value, ArrayRef<int64_t> sizes);

  /// Fails where `op` is a cast to sizes that its operand does not have;
  /// otherwise adds what casts and empty tensors know.
  LogicalResult visit(Operation *op);

private:
  LogicalResult visitCast(tensor::CastOp op);

  DenseMap<Value, SmallVector<int64_t>> sizes;
};

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_KNOWNSIZES_H
