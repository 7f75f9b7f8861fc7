//===- Patterns.h - What convert-lowp-to-linalg makes of each op -*- C++
//-*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is a pattern: it replaces an operation, or fails where another
// pattern does.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_PATTERNS_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_PATTERNS_H

#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Dialect/Lowp/IR/RepeatRowsOp.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

LogicalResult lowerQuantize(QuantizeOp op, PatternRewriter &rewriter);
LogicalResult lowerDequantize(DequantizeOp op, PatternRewriter &rewriter);
LogicalResult lowerRelayout(RelayoutOp op, PatternRewriter &rewriter);
LogicalResult lowerTranspose(TransposeOp op, PatternRewriter &rewriter);
LogicalResult lowerWiden(WidenOp op, PatternRewriter &rewriter);
LogicalResult lowerHadamard(HadamardOp op, PatternRewriter &rewriter);
LogicalResult lowerAmax(AmaxOp op, PatternRewriter &rewriter);
LogicalResult lowerComputeGlobalScale(ComputeGlobalScaleOp op,
                                      PatternRewriter &rewriter);
LogicalResult lowerComputeScale(ComputeScaleOp op, PatternRewriter &rewriter);
LogicalResult lowerScaledMatmul(ScaledMatmulOp op, PatternRewriter &rewriter);
LogicalResult lowerGroupedMatmul(GroupedMatmulOp op, PatternRewriter &rewriter);
LogicalResult lowerGroupedScaledMatmul(GroupedScaledMatmulOp op,
                                       PatternRewriter &rewriter);
LogicalResult lowerOrderRows(OrderRowsOp op, PatternRewriter &rewriter);
LogicalResult lowerRepeatRows(RepeatRowsOp op, PatternRewriter &rewriter);
LogicalResult lowerSpreadRows(SpreadRowsOp op, PatternRewriter &rewriter);
LogicalResult lowerScatter(ScatterOp op, PatternRewriter &rewriter);
LogicalResult lowerAlignedEmpty(AlignedEmptyOp op, PatternRewriter &rewriter);
LogicalResult lowerGemm(GemmOp op, PatternRewriter &rewriter);

// Batches: a loop of the same op on each matrix.

LogicalResult lowerBatchQuantize(QuantizeOp op, PatternRewriter &rewriter);
LogicalResult lowerBatchDequantize(DequantizeOp op, PatternRewriter &rewriter);
LogicalResult lowerBatchRelayout(RelayoutOp op, PatternRewriter &rewriter);
LogicalResult lowerBatchWiden(WidenOp op, PatternRewriter &rewriter);
LogicalResult lowerBatchAmax(AmaxOp op, PatternRewriter &rewriter);

// Kernels, and the ops that they were formed from.

/// An order_rows as one kernel, which goes before `lowerOrderRows`.
LogicalResult formOrderRows(OrderRowsOp op, PatternRewriter &rewriter);
LogicalResult unformOrderRows(LaunchOrderRowsOp op, PatternRewriter &rewriter);
/// For `lowerGemm`: makes the matmul that a gemm with groups was formed from.
LogicalResult unformGrouped(GemmOp op, PatternRewriter &rewriter);

/// A quantize of spread_rows, whose groups have scales, which goes before
/// `lowerSpreadRows`.
LogicalResult divideSpreadQuantize(QuantizeOp op, PatternRewriter &rewriter);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_PATTERNS_H
