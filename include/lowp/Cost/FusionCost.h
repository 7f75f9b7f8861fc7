//===- FusionCost.h - Predicts the time of a fusion ----------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_COST_FUSIONCOST_H
#define LOWP_COST_FUSIONCOST_H

#include "lowp/Cost/Part.h"

namespace mlir::lowp {

/// What launches do that only move and change elements.
struct FusionWork {
  double bytesRead = 0;
  double bytesWritten = 0;
  int64_t launches = 1;
  /// Elements that are computed, and what is computed of each: functions and
  /// divisions, those of them that may be approximated, and sums along its row.
  double elements = 0;
  int64_t functions = 0;
  int64_t approximations = 0;
  int64_t rowSums = 0;
  /// Bytes of results whose neighbours in memory are neighbours along a column.
  double bytesTurned = 0;

  double getBytes() const { return bytesRead + bytesWritten; }
};

/// Constants of the generator of fusions, which is the same for all chips.
struct FusionCosts {
  /// The part of the data sheet's memory bandwidth that a copy reaches.
  double memoryShare;
  /// From the end of one kernel to the start of the next, in microseconds.
  double launchMicroseconds;
  /// Clock cycles of a multiprocessor per element: of a function or division,
  /// exact or approximate, and of a sum along the row.
  double cyclesPerFunction;
  double cyclesPerApproximation;
  double cyclesPerRowSum;
  /// How much longer a turned byte takes.
  double turnedExtra;
};

/// Fitted to fusions measured on an H200 (docs/Performance.md).
const FusionCosts &getFusionCosts();

/// Microseconds from the first launch of `work` to whatever follows.
double estimateMicroseconds(const FusionWork &work, const PartFacts &part,
                            const FusionCosts &costs);

} // namespace mlir::lowp

#endif // LOWP_COST_FUSIONCOST_H
