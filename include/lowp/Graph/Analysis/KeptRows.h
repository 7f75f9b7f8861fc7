//===- KeptRows.h - Rows of an operand that an op hands on ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_KEPTROWS_H
#define LOWP_GRAPH_ANALYSIS_KEPTROWS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// An elementwise op that yields elements of one operand, at the same points,
/// where a condition on whole rows holds. In place nothing moves there.
struct KeptRows {
  /// Between an element of the operand and another value; what is yielded.
  arith::SelectOp select;
  OpOperand *kept;
  /// Whether the condition is true at points that are kept.
  bool keepsIfTrue;

  Value getOther() {
    return keepsIfTrue ? select.getFalseValue() : select.getTrueValue();
  }
};

/// Matches `op`, of one destination, whose condition depends neither on
/// elements of that nor on the fastest loop.
std::optional<KeptRows> matchKeptRows(linalg::LinalgOp op);

/// Whether the points that `rows`, of `op`, hands on are those before an index
/// that memory holds, as rows before the end of the last group.
bool keepsRowsBeforeNumber(linalg::LinalgOp op, const KeptRows &rows);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_KEPTROWS_H
