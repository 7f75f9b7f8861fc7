//===- Check.h - How far results lie from a reference -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TOOLS_LOWP_RUN_CHECK_H
#define LOWP_TOOLS_LOWP_RUN_CHECK_H

#include "Tensor.h"

namespace mlir::lowp::run {

/// Distance of a tensor from its reference.
struct Difference {
  /// Norm of the difference over the norm of the reference (Frobenius).
  double relative = 0;
  /// Largest difference of an element over the largest element.
  double maximum = 0;
  /// Elements that are NaN or infinite on one side only, or of other sign.
  int64_t nonFinite = 0;

  bool isWithin(double tolerance) const {
    return nonFinite == 0 && relative <= tolerance;
  }
};

/// Compares two tensors of one shape.
Difference compare(const Tensor &tensor, const Tensor &reference);

} // namespace mlir::lowp::run

#endif // LOWP_TOOLS_LOWP_RUN_CHECK_H
