//===- KnownDivisors.h - What a division is never by ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_ARITH_KNOWNDIVISORS_H
#define LOWP_ARITH_KNOWNDIVISORS_H

#include "mlir/IR/Value.h"

namespace mlir::lowp {

/// Whether `divisor` is a constant of which no element is `number`.
bool isNever(Value divisor, int64_t number);

} // namespace mlir::lowp

#endif // LOWP_ARITH_KNOWNDIVISORS_H
