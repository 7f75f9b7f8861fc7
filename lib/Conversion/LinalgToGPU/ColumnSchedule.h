//===- ColumnSchedule.h - How threads share columns -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_COLUMNSCHEDULE_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_COLUMNSCHEDULE_H

#include "ReductionSchedule.h"

namespace mlir::lowp {

/// How the threads of a block share columns whose rows they reduce: groups of
/// threads take rows by turns and meet in shared memory.
struct ColumnSchedule {
  ReductionLoops loops;
  /// Parallel loops of neighbours in memory, the fastest last, and the others.
  SmallVector<unsigned> columns, outer;
  /// Neighbouring columns that a thread takes at once.
  int64_t width;
  /// Threads along columns, and groups of them along rows: powers of two. A
  /// block has as many points of the outer loops as it has threads for.
  int64_t lanes, groups;
  /// Rows of a part, of several that meet in an atomic; 0 where there are none.
  int64_t rowsPerBlock;

  int64_t getSlots() const;
  /// Rows of most threads, if all have as many but in the last part.
  std::optional<int64_t> countRows() const;
};

/// The schedule of `op`, or nothing if it is no reduction across rows, nor one
/// along rows that no warp shares: such ops become point kernels.
std::optional<ColumnSchedule> getColumnSchedule(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_COLUMNSCHEDULE_H
