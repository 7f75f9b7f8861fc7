//===- ReductionSchedule.h - How threads share a reduction ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H

#include "lowp/Graph/Analysis/ReductionParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// How the threads of a block share the reduction of rows: those of columns
/// that lie beside each other, or such whose elements do. Groups of threads
/// take rows, or vectors of one, by turns and meet in shared memory.
struct ReductionSchedule {
  /// The reduction loops that run, the one of neighbours in memory last.
  SmallVector<unsigned> rows;
  /// The parts that the rows lie in.
  std::optional<ReductionParts> parts;
  /// Parallel loops of neighbours in memory, the fastest last, and the others.
  SmallVector<unsigned> columns, outer;
  /// Neighbours that a thread takes at once: of columns, or else of rows.
  int64_t width;
  /// Points of the reduction loops, in a part if there are parts; vectors of
  /// them where there are no columns.
  std::optional<int64_t> length;
  /// Threads along columns, and groups of them along rows: powers of two. A
  /// block has as many points of the outer loops as it has threads for.
  int64_t lanes, groups;
  /// Points as in `length` of a share, of several that meet in `atomic`; 0
  /// where there are none.
  int64_t rowsPerBlock = 0;
  arith::AtomicRMWKind atomic;

  /// The loop whose neighbours make a vector.
  unsigned getVectorLoop() const;
  int64_t getSlots() const;
  /// Turns of most threads, if all have as many but in the last share.
  std::optional<int64_t> countTurns() const;
};

/// The schedule of `op`, or nothing if a thread does best to reduce alone: few
/// rows, what is combined in no known way, and ops that read elements more than
/// once, such as a matmul, which have better uses for threads.
std::optional<ReductionSchedule> getReductionSchedule(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H
