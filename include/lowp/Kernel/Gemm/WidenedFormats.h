//===- WidenedFormats.h - Wider elements with own scales --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_WIDENEDFORMATS_H
#define LOWP_KERNEL_GEMM_WIDENEDFORMATS_H

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Kernel/Gemm/RefinedBlocks.h"

namespace mlir::lowp_gpu {

/// The elements that an operand of `type` may have in its place: `type` itself,
/// and those of 8 bits that have all of its values.
SmallVector<Type, 3> listWiderElements(Type type);

/// Whether `target` has products that take the scales of operands of types
/// `lhs` and `rhs`, of the K that these have.
bool takesOperands(lowp::ScaledType lhs, lowp::ScaledType rhs,
                   const KernelTarget &target);

/// The formats of two operands that have all values of those of types `lhs` and
/// `rhs`, and scales like theirs, of which `target` has products that take the
/// scales. Nothing where it takes `lhs` and `rhs` themselves.
std::optional<std::pair<OperandFormat, OperandFormat>>
findWidenedFormats(lowp::ScaledType lhs, lowp::ScaledType rhs,
                   const KernelTarget &target);

/// Whether `target` promotes sums of products of 8 bits, which then take scales
/// of f32.
bool promotesSums(const KernelTarget &target, MLIRContext *context);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_WIDENEDFORMATS_H
