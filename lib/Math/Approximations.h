//===- Approximations.h - Functions that the chip approximates --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_APPROXIMATIONS_H
#define LOWP_LIB_MATH_APPROXIMATIONS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {

/// Adds patterns that compute functions whose flags have `afn`, and divisions
/// with `arcp` or `afn`, by approximations of the chip. They go before the
/// patterns that expand the same functions.
void populateApproximations(RewritePatternSet &patterns);

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_MATH_APPROXIMATIONS_H
