//===- ReductionParts.h - Reductions over parts of their rows ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction over many rows becomes one over parts of them and one of what the
// parts give. Parts that do not divide the rows are a loop of their own, and
// the body combines the rows of its part alone:
//
//   %part = linalg.index 0 : index
//   %row = linalg.index 1 : index
//   %of = arith.divui %row, %c64 : index
//   %own = arith.cmpi eq, %of, %part : index
//   %sum = arith.addf %element, %old : f32
//   %new = arith.select %own, %sum, %old : f32
//
// Whatever runs that as it stands is right; a kernel visits the rows of a part
// alone.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_REDUCTIONPARTS_H
#define LOWP_GRAPH_ANALYSIS_REDUCTIONPARTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// How the rows of a reduction lie in parts.
struct ReductionParts {
  /// The parallel loop over parts, and the reduction loop that they divide.
  unsigned part, loop;
  /// Points of `loop` in each part but the last.
  int64_t rows;
};

/// What a CTA can add up of rows that it reduces one after the other.
struct SummedRows {
  /// Elements of a row, at most: a thread has a sum beside each of its own.
  static constexpr int64_t kMostColumns = 8192;
  /// A CTA has the rows of a part: few, unless there are parts for all
  /// multiprocessors.
  static constexpr int64_t kShortPart = 16, kEnoughParts = 256;
};

/// The parts of `op`, if its body combines the rows of one part.
std::optional<ReductionParts> matchReductionParts(linalg::LinalgOp op);

/// Whether the point of the loops is a row of its part, in the body of an
/// operation that is to have `parts`.
Value isRowOfPart(OpBuilder &builder, Location loc,
                  const ReductionParts &parts);

/// Lets the body of `op`, which has parts, combine whatever rows it is given.
void combineAllRows(linalg::LinalgOp op);

/// Whether destination `init` of `op` has other elements for other points of a
/// reduction loop: it is no sum over that.
bool dependsOnReductions(linalg::LinalgOp op, OpOperand &init);

/// The operation that combines each result of `op` with an element, in the
/// order of results; parts aside. Empty unless each result has one alone, with
/// a neutral element, and is one of all points.
SmallVector<Operation *> matchCombiners(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_REDUCTIONPARTS_H
