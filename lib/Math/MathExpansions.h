//===- MathExpansions.h - Functions that kernels compute --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_MATHEXPANSIONS_H
#define LOWP_LIB_MATH_MATHEXPANSIONS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {

/// Adds patterns that compute functions of f16 and bf16 in f32, and write absi,
/// remf and the tests for NaN and infinity with other operations.
void populateMathExpansions(RewritePatternSet &patterns);

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_MATH_MATHEXPANSIONS_H
