//===- PackedOperands.h - Bytes of two small floats -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_PACKEDOPERANDS_H
#define LOWP_LIB_FRONTEND_TOLINALG_PACKEDOPERANDS_H

#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// The scaled value that `tensor` is, if one operation computes it of bytes of
/// two e2m1 each, the first in the low half, and of a byte of e8m0 for each 32:
/// by shifts, masks and tables, or however. Null for others.
Value buildPackedOperand(OpBuilder &builder, Value tensor);

} // namespace mlir::lowp

#endif // LOWP_LIB_FRONTEND_TOLINALG_PACKEDOPERANDS_H
