//===- LoopDivision.h - Several loops in place of one -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_LOOPDIVISION_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_LOOPDIVISION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// A contraction of static shape whose maps are projected permutations, with
/// several loops in place of each.
struct LoopDivision {
  /// The factors of a loop as dimensions of tensors have them, the last of
  /// which counts fastest.
  struct Factors {
    SmallVector<int64_t> sizes;
    /// Which of the new loops in place of this one each factor is.
    SmallVector<unsigned> places;
  };
  /// Factors of `loop` that count matrices instead of rows: all but `row`. The
  /// operand without that loop is repeated for each matrix.
  struct Matrices {
    unsigned operand;
    unsigned loop;
    unsigned row;
  };

  linalg::LinalgOp op;
  SmallVector<Factors> loops;
  std::optional<Matrices> matrices;
  /// A loop whose factors lie side by side in operands, which are what they
  /// were copies of, or else copies of that.
  std::optional<unsigned> sum;

  /// One factor in place of each loop.
  explicit LoopDivision(linalg::LinalgOp op);

  /// Divides `loop` into factors of `sizes`, in the order of the new loops.
  void set(unsigned loop, ArrayRef<int64_t> sizes);

  /// Replaces the contraction.
  void apply();
};

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_LOOPDIVISION_H
