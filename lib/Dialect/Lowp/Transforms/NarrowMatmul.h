//===- NarrowMatmul.h - Matmuls of elements of 8 bits -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_NARROWMATMUL_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_NARROWMATMUL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Makes a `lowp.scaled_matmul` with scales of 1 of `op`, if it multiplies fp8
/// elements as they are, whose sizes kernels take; operands are transposed
/// where K is not contiguous. Returns whether it did.
bool takeNarrowMatmul(linalg::MatmulOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_NARROWMATMUL_H
