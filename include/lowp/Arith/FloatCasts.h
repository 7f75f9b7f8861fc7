//===- FloatCasts.h - Casts of small floats as arithmetic -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_ARITH_FLOATCASTS_H
#define LOWP_ARITH_FLOATCASTS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {
/// Adds the patterns of `expand-float-casts`; `include16Bit` as its
/// option.
void populateExpandFloatCastsPatterns(RewritePatternSet &patterns,
                                      bool include16Bit);
} // namespace lowp
} // namespace mlir

#endif // LOWP_ARITH_FLOATCASTS_H
