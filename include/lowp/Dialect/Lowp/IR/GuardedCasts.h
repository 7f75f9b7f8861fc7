//===- GuardedCasts.h - Casts that fold to what they compute ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's constant folding converts infinity and NaN to formats that have
// neither, and makes infinity of the NaN of f8E8M0FNU. A guarded cast computes
// the same as the plain one, and none of its operations can be folded wrongly.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GUARDEDCASTS_H
#define LOWP_DIALECT_LOWP_IR_GUARDEDCASTS_H

#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Whether `arith.truncf` to, or `arith.extf` from, a type may be folded to
/// another value than it computes. Types are scalars, vectors or tensors.
bool isGuardedTruncF(Type to);
bool isGuardedExtF(Type from);

/// `value`, of scalar or vector type, as an operand of an `arith.truncf` to
/// `type`: numbers that the format has, NaN as the largest one, where it has
/// neither NaN nor infinity.
Value buildTruncFOperand(OpBuilder &builder, Location loc, Type type,
                         Value value);

/// `value` rounded to `type`.
Value buildTruncF(OpBuilder &builder, Location loc, Type type, Value value);

/// `value` widened to `type`.
Value buildExtF(OpBuilder &builder, Location loc, Type type, Value value);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GUARDEDCASTS_H
