//===- ReadType.h - As what kernels read an operand -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_READTYPE_H
#define LOWP_DIALECT_LOWP_IR_READTYPE_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Interfaces/KernelTarget.h"

namespace mlir::lowp {

/// `type`, of an operand of a matmul whose last dimension is K, with the layout
/// in which kernels of `target` read it.
ScaledType getReadType(ScaledType type, const lowp_gpu::KernelTarget &target);

/// Whether `target` multiplies such operands whichever of rows and K lies
/// contiguous.
bool takesEitherOrder(ScaledType lhs, ScaledType rhs,
                      const lowp_gpu::KernelTarget &target);

/// What the instructions of a target ask of an operand of type `type`.
lowp_gpu::ScaledFormat getScaledFormat(ScaledType type);

/// The instruction of `target` for operands of such types, with their scales if
/// there is one, or without; null if there is none at all.
const lowp_gpu::MmaAtom *findAtom(ScaledType lhs, ScaledType rhs,
                                  const lowp_gpu::KernelTarget &target);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_READTYPE_H
