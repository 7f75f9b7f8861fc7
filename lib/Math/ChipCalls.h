//===- ChipCalls.h - Functions that are instructions ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_CHIPCALLS_H
#define LOWP_LIB_MATH_CHIPCALLS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

/// Whether `type` is f32, 16 bits or a vector of them of one dimension: there
/// are no instructions for functions of others.
bool hasChipFunctions(Type type);

/// `value` in f32.
Value widen(ImplicitLocOpBuilder &b, Value value);

/// `value`, of f32, as `type`.
Value roundTo(ImplicitLocOpBuilder &b, Value value, Type type);

/// Calls an intrinsic on scalars of f32, or on each element of vectors of it.
Value callOnChip(ImplicitLocOpBuilder &b, StringRef intrinsic,
                 ValueRange operands);

} // namespace mlir::lowp

#endif // LOWP_LIB_MATH_CHIPCALLS_H
