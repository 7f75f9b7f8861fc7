//===- TraceElement.h - Where an element comes from -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Masks reach a matmul through any number of elementwise operations, views and
// copies. An element is followed through all of these to the scalar operation
// that computes it, or to the tensor that it is read from.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_TRACEELEMENT_H
#define LOWP_GRAPH_ANALYSIS_TRACEELEMENT_H

#include "lowp/Graph/Analysis/MappedTensor.h"

namespace mlir::lowp {

/// A tensor and where it is read, or a scalar in the body of an operation and
/// that operation's loops, all as functions of the loops of some other one.
using Element = MappedTensor;

/// What computes the element of `tensor`.
Element traceElement(const Element &tensor);

/// The operation that computes the element of `tensor` from others, or from its
/// place; null if there is none.
linalg::LinalgOp getElementProducer(Value tensor);

/// The tensor that `scalar` is an element of, where its operation has `loops`;
/// null if it is computed.
Element getRead(Value scalar, AffineMap loops);

/// What computes operand `number` of the scalar operation that gives `element`.
Element traceOperand(const Element &element, unsigned number);

/// The tensor that operand `number` is an element of, as the body reads it;
/// null if it is computed in the body.
Element getReadOperand(const Element &element, unsigned number);

/// Whether all elements of `tensor` are 0.
bool isZero(Value tensor);

/// The loop that `element` is the index of; null if it is something else.
AffineExpr getPosition(const Element &element);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_TRACEELEMENT_H
