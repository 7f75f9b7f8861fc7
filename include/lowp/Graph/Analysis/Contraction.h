//===- Contraction.h - Matmuls among linalg operations ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_CONTRACTION_H
#define LOWP_GRAPH_ANALYSIS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether `op` adds up products of two float tensors, each product of one
/// element of both: `out + ext(a) * ext(b)`, where elements may be widened to
/// those of the result. Upstream's test would let any function of an element
/// pass.
bool isSumOfProducts(linalg::LinalgOp op);

/// Whether `op` does so with elements of f32 that it rounds to tf32 first.
bool isSumOfRoundedProducts(linalg::LinalgOp op);

/// Whether `op` adds up products of what it computes from other operands each.
bool isSumOfComputedProducts(linalg::GenericOp op);

/// Whether `tensor` is filled with positive zero.
bool isZeroFilled(Value tensor);

/// The operation that gives `value` by a function of each element of one other
/// tensor, in the order of its result; null if there is none.
linalg::LinalgOp getElementwiseProducer(Value value);

/// Whether `op`, an elementwise producer, gives the elements as they are, with
/// `mayWiden` or wider, with `mayRound` or rounded.
bool isCopy(linalg::LinalgOp op, bool mayWiden, bool mayRound);

/// The map by which what makes `tensor` reads its source, its only operand
/// besides the destination, if it only moves elements; else null.
AffineMap getTransposeMap(Value tensor);

/// The operation that only rounds or widens the elements of `value`, where
/// nothing else uses it; null if there is none.
linalg::LinalgOp findCast(Value value);

/// The same for one that rounds.
linalg::LinalgOp findRounding(Value value);

/// The operations that only round or widen `value`, each the only user of the
/// one before.
SmallVector<linalg::LinalgOp> findCasts(Value value);

/// `tensor` with elements of the float type `element`, widened or rounded one
/// by one.
Value castElements(OpBuilder &builder, Location loc, Value tensor,
                   Type element);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_CONTRACTION_H
