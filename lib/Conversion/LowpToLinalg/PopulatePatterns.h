//===- PopulatePatterns.h - Pattern families of LowpToLinalg ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_POPULATEPATTERNS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_POPULATEPATTERNS_H

namespace mlir {
class RewritePatternSet;

namespace lowp {
/// quantize and dequantize.
void populateQuantizePatterns(RewritePatternSet &patterns);
/// amax, compute_global_scale and compute_scale.
void populateScalePatterns(RewritePatternSet &patterns);
/// quantize, dequantize and relayout of batches.
void populateBatchPatterns(RewritePatternSet &patterns);
/// hadamard.
void populateHadamardPatterns(RewritePatternSet &patterns);
/// relayout and transpose.
void populateLayoutPatterns(RewritePatternSet &patterns);
/// widen.
void populateWidenPatterns(RewritePatternSet &patterns);
/// grouped_matmul and grouped_scaled_matmul.
void populateGroupedPatterns(RewritePatternSet &patterns);
/// order_rows.
void populateOrderPatterns(RewritePatternSet &patterns);
/// order_rows as one kernel, which goes before.
void populateOrderKernelPatterns(RewritePatternSet &patterns);
/// launch_order_rows, where no kernel runs.
void populateLaunchedOrderPatterns(RewritePatternSet &patterns);
/// repeat_rows.
void populateRepeatPatterns(RewritePatternSet &patterns);
/// spread_rows.
void populateSpreadPatterns(RewritePatternSet &patterns);
/// quantize of spread_rows, whose groups have scales, which goes before.
void populateSpreadQuantizePatterns(RewritePatternSet &patterns);
/// scaled_matmul.
void populateMatmulPatterns(RewritePatternSet &patterns);
/// scatter.
void populateScatterPatterns(RewritePatternSet &patterns);
} // namespace lowp
} // namespace mlir

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_POPULATEPATTERNS_H
