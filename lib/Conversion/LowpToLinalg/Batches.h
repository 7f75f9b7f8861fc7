//===- Batches.h - One matrix of a batch after the other --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_BATCHES_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_BATCHES_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Gives the tensors that belong to matrix `index`.
using MatrixBuilder =
    function_ref<SmallVector<Value>(OpBuilder &, Location, Value index)>;

/// Entry `index` of a tensor's first dimension.
Value buildSlice(OpBuilder &builder, Location loc, Value tensor, Value index);

/// Matrix `index` of a batch, as a scaled value; `parts` are its tensors.
Value buildMatrix(OpBuilder &builder, Location loc, ScaledType batch,
                  ValueRange parts, Value index);

/// Fills the tensors `inits`, which have the matrices as their first dimension,
/// in a loop over them.
SmallVector<Value> buildMatrixLoop(OpBuilder &builder, Location loc,
                                   ValueRange inits, MatrixBuilder build);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_BATCHES_H
