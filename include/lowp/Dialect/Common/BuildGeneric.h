//===- BuildGeneric.h - Operations on tensors, by element ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_BUILDGENERIC_H
#define LOWP_DIALECT_COMMON_BUILDGENERIC_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Builds the element that a body yields from those that it reads.
using ElementBody = function_ref<Value(ImplicitLocOpBuilder &, ValueRange)>;

/// A tensor of what `body` makes of elements of `inputs` and, last, of `init`,
/// indexed by `maps`. Loops that the last map does not read are reductions.
Value buildGeneric(OpBuilder &builder, Location loc, ValueRange inputs,
                   Value init, ArrayRef<AffineMap> maps, ElementBody body);

/// A tensor of `sizes` and type `element` of what `body` makes of elements of
/// `inputs`, indexed by `maps`.
Value buildElements(OpBuilder &builder, Location loc,
                    ArrayRef<OpFoldResult> sizes, Type element,
                    ValueRange inputs, ArrayRef<AffineMap> maps,
                    ElementBody body);

/// The same of tensors of one shape, at each place.
Value mapElements(OpBuilder &builder, Location loc, ValueRange inputs,
                  Type element, ElementBody body);

/// A tensor of `sizes`, of zeros.
Value buildZeros(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes,
                 Type element);

/// What `body` gives its terminator for `arguments`, by copies of its ops.
SmallVector<Value> cloneBody(OpBuilder &builder, Block &body,
                             ValueRange arguments);

/// `value` of `body`, computed again of the arguments that `mapping` has.
Value cloneValue(OpBuilder &builder, Value value, Block *body,
                 IRMapping &mapping);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_COMMON_BUILDGENERIC_H
