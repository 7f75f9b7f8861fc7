//===- SpreadOperand.h - Scaled operands in groups of K ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_TRANSFORMS_SPREADOPERAND_H
#define LOWP_LIB_DIALECT_LOWP_TRANSFORMS_SPREADOPERAND_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"

namespace mlir::lowp {

/// Quantizes `operand` of `op`, rows x K, by `recipe`. Its groups of K begin at
/// multiples of `start`, where blocks do.
Value quantizeSpread(OpBuilder &builder, GroupedMatmulOp op, Value operand,
                     OperandRecipeAttr recipe, int64_t start);

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_TRANSFORMS_SPREADOPERAND_H
