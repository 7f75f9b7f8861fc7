//===- ScaledOperands.h - Elements times scales -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FRONTEND_TOLINALG_SCALEDOPERANDS_H
#define LOWP_LIB_FRONTEND_TOLINALG_SCALEDOPERANDS_H

namespace mlir {
class Operation;

namespace lowp {

/// Makes `lowp.dequantize` of `lowp.make_scaled` of the operands of matmuls in
/// `root` that are small floats times scales of a format of lowp: one for the
/// matrix, for each row or column, or for each block, which divide it.
void raiseScaledOperands(Operation *root);

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_FRONTEND_TOLINALG_SCALEDOPERANDS_H
