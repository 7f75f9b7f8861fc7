//===- Check.cpp - How far results lie from a reference -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include <algorithm>
#include <cmath>

using namespace mlir::lowp::run;

/// Whether both are the same NaN or infinity.
static bool matches(double value, double reference) {
  return (std::isnan(value) && std::isnan(reference)) || value == reference;
}

Difference mlir::lowp::run::compare(const Tensor &tensor,
                                    const Tensor &reference) {
  std::vector<double> values = decode(tensor), expected = decode(reference);
  Difference difference;
  double squares = 0, differenceSquares = 0, largest = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i]) || !std::isfinite(expected[i])) {
      difference.nonFinite += !matches(values[i], expected[i]);
      continue;
    }
    double distance = std::abs(values[i] - expected[i]);
    squares += expected[i] * expected[i];
    differenceSquares += distance * distance;
    largest = std::max(largest, std::abs(expected[i]));
    difference.maximum = std::max(difference.maximum, distance);
  }
  // A reference of zeros leaves the difference as it is.
  difference.relative =
      std::sqrt(differenceSquares / (squares > 0 ? squares : 1));
  difference.maximum /= largest > 0 ? largest : 1;
  return difference;
}
