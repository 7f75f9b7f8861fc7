//===- AccurateFunctions.h - Functions to a few units -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_ACCURATEFUNCTIONS_H
#define LOWP_LIB_MATH_ACCURATEFUNCTIONS_H

#include "lowp/Dialect/Common/FloatMath.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Adds patterns that compute functions of f32 and less to a few units in the
/// last place, where upstream's expansions do not for all numbers.
void populateAccurateFunctions(RewritePatternSet &patterns);

/// exp(x) 2^shift, for x of f32 or a vector of it.
Value writeExp(FloatMath &f, Value x, int shift);

/// Higher than the benefit of upstream's polynomials, lower than that of
/// approximations.
constexpr unsigned kAccurateBenefit = 2;

/// Writes a function of scalars of f32 out. Scalars of 16 bits are computed in
/// f32, and vectors element by element, by other patterns.
template <typename MathOp, Value (*write)(FloatMath &f, Operation *op)>
LogicalResult writeFunction(MathOp op, PatternRewriter &rewriter) {
  if (!op.getType().isF32())
    return rewriter.notifyMatchFailure(op, "not a scalar of f32");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  rewriter.replaceOp(op, write(f, op));
  return success();
}

/// The same for some of them: sin, cos and tan; log, log2 and log10; sinh, cosh
/// and all inverses of hyperbolic functions; atan and atan2; powf, fpowi and
/// cbrt.
void populateTrigonometry(RewritePatternSet &patterns);
void populateLogarithms(RewritePatternSet &patterns);
void populateHyperbolics(RewritePatternSet &patterns);
void populateInverseTangent(RewritePatternSet &patterns);
void populatePowers(RewritePatternSet &patterns);

} // namespace mlir::lowp

#endif // LOWP_LIB_MATH_ACCURATEFUNCTIONS_H
