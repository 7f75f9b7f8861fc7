//===- WidenInWords.h - Casts of elements that share words ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_WIDENINWORDS_H
#define LOWP_LIB_MATH_WIDENINWORDS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {

/// Adds the pattern that computes in bf16 what is computed in f32 of elements
/// of bf16, and rounded to them: sums and products, which are the same numbers.
void populateNarrowArithmetic(RewritePatternSet &patterns);

/// Adds the pattern that widens vectors of bf16 by integer operations on words
/// of two elements. It hides casts, so it goes last.
void populateWidenInWords(RewritePatternSet &patterns);

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_MATH_WIDENINWORDS_H
