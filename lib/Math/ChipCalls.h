//===- ChipCalls.h - Functions that are instructions ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_CHIPCALLS_H
#define LOWP_LIB_MATH_CHIPCALLS_H

#include "lowp/Dialect/Common/FloatMath.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Whether `type` is f32, 16 bits or a vector of them of one dimension: there
/// are no instructions for functions of others.
bool hasChipFunctions(Type type);

/// Calls an intrinsic on scalars of f32, or on each element of vectors of it.
Value callOnChip(ImplicitLocOpBuilder &b, StringRef intrinsic,
                 ValueRange operands);

/// 1 / x, for x of f32, to a unit; that of a subnormal x is infinite.
Value reciprocal(FloatMath &f, Value x);

/// Writes a function of f32, 16 bits or vectors of them, in f32.
template <typename MathOp>
LogicalResult writeWidened(MathOp op, PatternRewriter &rewriter,
                           function_ref<Value(FloatMath &, Value)> write) {
  if (!hasChipFunctions(op.getType()))
    return rewriter.notifyMatchFailure(op, "not of f32 or 16 bits");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  Value result = write(f, f.widen(op.getOperand(), b.getF32Type()));
  rewriter.replaceOp(op, f.roundTo(result, op.getType()));
  return success();
}

} // namespace mlir::lowp

#endif // LOWP_LIB_MATH_CHIPCALLS_H
