//===- ReductionSchedule.h - How threads share a reduction ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H

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

/// How the threads of a reduction kernel share the work.
struct ReductionSchedule {
  /// Threads that reduce one row together: 1, a power of two up to a warp, or a
  /// block.
  int64_t lanes;
  /// Neighbours along the last reduction loop that a thread takes at once.
  int64_t width;
  /// Whether a row is cut into parts that meet in an atomic.
  bool isSplit;
};

/// The schedule of `op`, or nothing if it is no reduction that has one: such
/// ops become point kernels.
std::optional<ReductionSchedule> getReductionSchedule(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_REDUCTIONSCHEDULE_H
