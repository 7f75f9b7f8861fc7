//===- GenericCost.h - Predicts the time of a generic kernel ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COST_GENERICCOST_H
#define LOWP_COST_GENERICCOST_H

#include "lowp/Cost/FusionCost.h"

namespace mlir::lowp {

/// What a kernel of plain threads does.
struct ThreadWork {
  double bytes = 0;
  /// Blocks of 256 threads, or fewer where there is one.
  double blocks = 1;
  /// Loads of a thread after each other, and how many of them are on their way
  /// together.
  double loads = 1;
  double loadsAtOnce = 1;
};

/// Microseconds from the launch of `work` to whatever follows: its bytes at the
/// speed of a copy, or the loads that one thread after the other waits for.
double estimateMicroseconds(const ThreadWork &work, const PartFacts &part,
                            const FusionCosts &costs);

/// Microseconds of a copy that moves `bytes`, the launch aside.
double estimateCopy(double bytes, const PartFacts &part,
                    const FusionCosts &costs);

/// Whether a launch that moves `bytes` and multiplies no matrices is predicted
/// to take so much longer than a copy that something is wrong with it.
bool isSlowForItsBytes(double microseconds, double bytes, const PartFacts &part,
                       const FusionCosts &costs);

} // namespace mlir::lowp

#endif // LOWP_COST_GENERICCOST_H
