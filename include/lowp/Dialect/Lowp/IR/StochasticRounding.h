//===- StochasticRounding.h - Random bits and casts with them ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Specification.md, section "Stochastic rounding", defines both exactly.
// lowp/Support/Philox.h and FloatFormat::encodeStochastic are the same on the
// host.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_STOCHASTICROUNDING_H
#define LOWP_DIALECT_LOWP_IR_STOCHASTICROUNDING_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp {

/// Builds the 32 random bits of the element in `row` and `column` (i32, or
/// vectors of it): Philox 4x32-10 with the key `seed` (i64, likewise).
Value buildRandomWord(OpBuilder &builder, Location loc, Value seed, Value row,
                      Value column);

/// Builds the cast of `value` (f32 or a vector of it) to `type`, one of
/// `describeFloatFormats()`: it rounds away from zero with the probability of
/// the part that is cut off, as `random` (i32, likewise) decides.
Value buildStochasticCast(OpBuilder &builder, Location loc, Value value,
                          Value random, FloatType type);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_STOCHASTICROUNDING_H
