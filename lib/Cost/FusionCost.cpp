//===- FusionCost.cpp - Predicts the time of a fusion ------------------- -===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/FusionCost.h"

#include <cmath>

using namespace mlir::lowp;

const FusionCosts &mlir::lowp::getFusionCosts() {
  static constexpr FusionCosts costs = {/*memoryShare=*/0.87,
                                        /*launchMicroseconds=*/1.2,
                                        /*cyclesPerFunction=*/0.07,
                                        /*cyclesPerApproximation=*/0.03,
                                        /*cyclesPerRowSum=*/0.09,
                                        /*turnedExtra=*/0.18};
  return costs;
}

double mlir::lowp::estimateMicroseconds(const FusionWork &work,
                                        const PartFacts &part,
                                        const FusionCosts &costs) {
  constexpr double kBytesPerGB = 1e9, kMicroseconds = 1e6, kKilo = 1e3;
  double bytes = work.getBytes() + costs.turnedExtra * work.bytesTurned;
  double memory = bytes * kMicroseconds /
                  (costs.memoryShare * part.memoryGBPerSecond * kBytesPerGB);
  double cycles =
      work.elements *
      (costs.cyclesPerFunction * static_cast<double>(work.functions) +
       costs.cyclesPerApproximation * static_cast<double>(work.approximations) +
       costs.cyclesPerRowSum * static_cast<double>(work.rowSums));
  double arithmetic = cycles / (static_cast<double>(part.multiprocessors) *
                                part.clockGHz * kKilo);
  // Both run at the same time, but not where a row waits for its sum.
  double both = std::sqrt(memory * memory + arithmetic * arithmetic);
  return costs.launchMicroseconds * static_cast<double>(work.launches) + both;
}
