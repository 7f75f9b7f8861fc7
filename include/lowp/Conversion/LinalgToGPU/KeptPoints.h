//===- KeptPoints.h - Points that an op leaves as they are ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_KEPTPOINTS_H
#define LOWP_CONVERSION_LINALGTOGPU_KEPTPOINTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// An op on one buffer, elementwise and in place, that writes back what it has
/// read where a condition on whole rows holds: nothing moves there.
struct KeptPoints {
  /// Between the element that is there and another value; what is yielded.
  arith::SelectOp select;
  /// Whether the condition is true at points that are kept.
  bool keepsIfTrue;

  Value getOther() {
    return keepsIfTrue ? select.getFalseValue() : select.getTrueValue();
  }
};

/// Matches `op`, whose condition depends neither on elements that `op` writes
/// nor on its fastest loop.
std::optional<KeptPoints> findKeptPoints(linalg::LinalgOp op);

} // namespace mlir::lowp

#endif // LOWP_CONVERSION_LINALGTOGPU_KEPTPOINTS_H
