//===- UnrollReads.cpp - Reads that are on their way together -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrollReads.h"

#include "Reads.h"

#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

/// Iterations of a loop, of a count that these divide and of any, and reads
/// that a thread has registers for.
static constexpr int64_t kEvenIterations = 8, kAnyIterations = 4,
                         kMostReads = 16;

/// Operations of a body from which on arithmetic hides the reads.
static constexpr int64_t kBodyThatHidesReads = 256;

std::optional<int64_t> mlir::lowp::countInnermost(linalg::LinalgOp op) {
  SmallVector<unsigned> reduction;
  op.getReductionDims(reduction);
  int64_t count = op.getStaticLoopRanges()[reduction.back()];
  return ShapedType::isDynamic(count) ? std::nullopt : std::optional(count);
}

int64_t mlir::lowp::countIterationsAtOnce(linalg::LinalgOp op,
                                          std::optional<int64_t> count) {
  int64_t reads = std::max<int64_t>(getReads(op).size(), 1);
  bool isEven = count && *count % kEvenIterations == 0;
  int64_t most = isEven ? kEvenIterations : kAnyIterations;
  return std::clamp<int64_t>(llvm::bit_floor<uint64_t>(kMostReads / reads), 1,
                             most);
}

void mlir::lowp::unrollReads(scf::ForOp loop, linalg::LinalgOp op,
                             std::optional<int64_t> count) {
  int64_t iterations = countIterationsAtOnce(op, count);
  int64_t length = llvm::range_size(loop.getBody()->without_terminator());
  if (iterations > 1 && length <= kBodyThatHidesReads)
    (void)loopUnrollByFactor(loop, iterations);
}
