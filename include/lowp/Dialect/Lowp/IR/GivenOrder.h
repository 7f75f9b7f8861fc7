//===- GivenOrder.h - Operands that lie as who calls says -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GIVENORDER_H
#define LOWP_DIALECT_LOWP_IR_GIVENORDER_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp {

/// Whether kernels of `target` read `operand`, one of a matmul of operands of
/// types `lhs` and `rhs`, in the order that it lies in: whatever is quantized
/// is written as they read it best, but what is given would be copied.
bool keepsGivenOrder(Value operand, ScaledType lhs, ScaledType rhs,
                     const lowp_gpu::KernelTarget &target);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GIVENORDER_H
