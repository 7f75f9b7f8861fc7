//===- AccurateFunctions.h - Functions to a few units -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_MATH_ACCURATEFUNCTIONS_H
#define LOWP_LIB_MATH_ACCURATEFUNCTIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir {
class RewritePatternSet;

namespace lowp {

/// Adds patterns that compute functions of f32 and less to a few units in the
/// last place, where upstream's expansions do not for all numbers.
void populateAccurateFunctions(RewritePatternSet &patterns);

/// exp(x) 2^shift, for x of f32 or a vector of it.
Value writeExp(ImplicitLocOpBuilder &b, Value x, int shift = 0);

/// The same for some of them: sin, cos and tan; log, log2 and log10; sinh, cosh
/// and all inverses of hyperbolic functions; atan and atan2; powf, fpowi and
/// cbrt.
void populateTrigonometry(RewritePatternSet &patterns);
void populateLogarithms(RewritePatternSet &patterns);
void populateHyperbolics(RewritePatternSet &patterns);
void populateInverseTangent(RewritePatternSet &patterns);
void populatePowers(RewritePatternSet &patterns);

} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_MATH_ACCURATEFUNCTIONS_H
