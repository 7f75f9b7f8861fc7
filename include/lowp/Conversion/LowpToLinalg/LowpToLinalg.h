//===- LowpToLinalg.h - The reference path ----------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG_H
#define LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG_H

#include <memory>

namespace mlir {
class Pass;
class RewritePatternSet;

namespace lowp {
#define GEN_PASS_DECL
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h.inc"

#define GEN_PASS_REGISTRATION
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h.inc"

/// Adds the patterns of `convert-lowp-to-linalg`. They ask the recipe and scale
/// layout interfaces alone, so recipes and layouts from outside work as well.
void populateLowpToLinalgPatterns(RewritePatternSet &patterns);

/// Adds the patterns that give formed kernels on tensors the meaning of the ops
/// that they were formed from.
void populateKernelToLinalgPatterns(RewritePatternSet &patterns);
} // namespace lowp
} // namespace mlir

#endif // LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG_H
