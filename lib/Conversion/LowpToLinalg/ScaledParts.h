//===- ScaledParts.h - A scaled matrix as builtin tensors -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEDPARTS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEDPARTS_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// The tensors behind a value of scaled type, and what they mean.
struct ScaledParts {
  ScaledType type;
  /// The elements in storage order, unpacked (PackedData.h).
  Value data;
  Value scales;
  /// Null for recipes of one level.
  Value globalScale;

  /// Splits `value`, which must have a scaled type.
  static ScaledParts split(OpBuilder &builder, Location loc, Value value);

  /// Makes a value of `type` again; brings the data to the places of
  /// their layout and packs them.
  Value join(OpBuilder &builder, Location loc) const;

  /// The sizes (rows, columns) of the logical matrix.
  SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Location loc) const;
};

/// The operands of `gemm`, a scaled one, as values.
std::pair<Value, Value> makeOperands(OpBuilder &builder, GemmOp gemm);

/// Makes a value of `type` of parts that lie as it has them. `global` is null
/// for recipes of one level.
Value joinStored(OpBuilder &builder, Location loc, ScaledType type, Value data,
                 Value scales, Value global);

/// Builds a rows x columns tensor of `elementType` that holds the matrix's
/// values: data times decode factor, computed in `computeType`. `ends` has
/// the ends of its groups, null if there are none; what is in no group is 0.
Value buildDequantized(OpBuilder &builder, Location loc,
                       const ScaledParts &parts, Value ends,
                       FloatType computeType, Type elementType);

/// The f64 values of a scaled matrix, whose groups end at `ends` if it has
/// some, or of a batch, one matrix after the other. They are exact: data times
/// an f32 scale has few enough bits.
Value buildExactValues(OpBuilder &builder, Location loc, Value scaled,
                       Value ends = {});

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_SCALEDPARTS_H
