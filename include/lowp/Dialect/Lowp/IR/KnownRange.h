//===- KnownRange.h - What the operations say of a number -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_KNOWNRANGE_H
#define LOWP_DIALECT_LOWP_IR_KNOWNRANGE_H

#include "mlir/IR/Value.h"

#include <optional>

namespace mlir::lowp {

/// The number that `value`, or each of its elements, is known to be.
std::optional<double> getKnownConstant(Value value);

/// Whether each element of `value`, a float or a vector of floats, is known to
/// be at least `bound` or NaN, as the divisor of a sigmoid, 1 + exp(-x), is at
/// least 1.
bool isKnownAtLeast(Value value, double bound);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_KNOWNRANGE_H
