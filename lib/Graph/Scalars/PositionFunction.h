//===- PositionFunction.h - Elements that their positions tell --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors that read no memory: ranges, constants, and what views and arithmetic
// make of these.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SCALARS_POSITIONFUNCTION_H
#define LOWP_LIB_GRAPH_SCALARS_POSITIONFUNCTION_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Whether a few operations on numbers give each element of `tensor` from its
/// position alone.
bool isPositionFunction(Value tensor);

/// The element of such a tensor at `position`, computed where `b` is.
Value buildElement(OpBuilder &b, Location loc, Value tensor,
                   ValueRange position);

/// The one constant that all elements of the result of `op`, which has no
/// inputs, are, computed position by position; null for one of many positions,
/// or of sizes that the types do not tell.
TypedAttr evaluateUniform(linalg::GenericOp op);

/// Whether `compare`, on the indices of loops, has one result whatever they
/// are, and which.
std::optional<bool> decideComparison(arith::CmpIOp compare);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SCALARS_POSITIONFUNCTION_H
