//===- GenericCost.cpp - Predicts the time of a generic kernel ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/GenericCost.h"

#include <algorithm>
#include <cmath>

using namespace mlir::lowp;

/// From a load of a thread to its use, with the addresses in between: a sum of
/// 131072 rows, 8 loads at once, took 17 ms on an H200.
static constexpr double kLoadMicroseconds = 1.0;

/// Blocks of 256 threads that a multiprocessor runs at once.
static constexpr double kBlocksAtOnce = 8;

double mlir::lowp::estimateCopy(double bytes, const PartFacts &part,
                                const FusionCosts &costs) {
  constexpr double kBytesPerGB = 1e9, kMicroseconds = 1e6;
  return bytes * kMicroseconds /
         (costs.memoryShare * part.memoryGBPerSecond * kBytesPerGB);
}

double mlir::lowp::estimateMicroseconds(const ThreadWork &work,
                                        const PartFacts &part,
                                        const FusionCosts &costs) {
  double waves =
      std::ceil(work.blocks /
                (static_cast<double>(part.multiprocessors) * kBlocksAtOnce));
  double rounds = std::ceil(work.loads / work.loadsAtOnce);
  // Where one round is all there is, others hide its latency.
  double waiting = rounds > 1 ? waves * rounds * kLoadMicroseconds : 0;
  return costs.launchMicroseconds +
         std::max(estimateCopy(work.bytes, part, costs), waiting);
}

bool mlir::lowp::isSlowForItsBytes(double microseconds, double bytes,
                                   const PartFacts &part,
                                   const FusionCosts &costs) {
  constexpr double kTimes = 2, kMicroseconds = 3;
  return microseconds >
         kTimes * estimateCopy(bytes, part, costs) + kMicroseconds;
}
