//===- ReductionSchedule.h - How threads share a reduction ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H

#include "Reads.h"

#include "lowp/Graph/Analysis/ReductionParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Elements that one thread reduces; longer rows are cut into parts.
constexpr int64_t kElementsPerThread = 64;

/// What a reduction does with two partial results.
struct Combiner {
  gpu::AllReduceOperation blockWide;
  /// Set if the order of combination never shows in the result.
  std::optional<arith::AtomicRMWKind> atomic;
  TypedAttr neutral;
};

/// The combiner of an op with one f32 result and one known combiner.
std::optional<Combiner> matchCombiner(linalg::LinalgOp op);

/// The loops of a reduction, as its kernel visits them.
struct ReductionLoops {
  /// Loops that run, as far as is known.
  llvm::SmallBitVector parallel, reduction;
  /// What reads an element for each point; the loop over parts aside.
  Read read;
  /// The reduction loops that run, the one of neighbours in memory last.
  SmallVector<unsigned> rows;
  /// The parts that the rows lie in.
  std::optional<ReductionParts> parts;
  /// Points of the reduction loops, in a part if there are parts.
  std::optional<int64_t> length;
};

/// The loops of `op`, if it reduces any and some read touches each of its
/// elements once: an op without, such as a matmul, has better uses for its
/// threads.
std::optional<ReductionLoops> getReductionLoops(linalg::LinalgOp op);

/// How the threads of a reduction kernel share the work.
struct ReductionSchedule {
  ReductionLoops loops;
  /// Threads that reduce one row together: a power of two up to a warp, or a
  /// block.
  int64_t lanes;
  /// Neighbours along the last reduction loop that a thread takes at once.
  int64_t width;
  /// Whether a row is cut into parts that meet in an atomic.
  bool isSplit;

  /// Vectors of most threads, if all have as many but in the last part.
  std::optional<int64_t> countVectors() const;
};

/// The schedule of `op`, or nothing if it does not reduce along rows with
/// results of f32.
std::optional<ReductionSchedule> getReductionSchedule(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H
