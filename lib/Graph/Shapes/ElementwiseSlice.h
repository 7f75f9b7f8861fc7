//===- ElementwiseSlice.h - Some elements of an elementwise op --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_SHAPES_ELEMENTWISESLICE_H
#define LOWP_LIB_GRAPH_SHAPES_ELEMENTWISESLICE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// Whether only elementwise ops read `op`: nobody needs all of it at once.
bool isReadByElements(Operation *op);

/// `count` indices: `offset`, `offset + stride`, and so on.
struct StridedRange {
  OpFoldResult offset, count, stride;
};

/// All of the loops of `op`, one range each.
SmallVector<StridedRange> getAllOfLoops(OpBuilder &builder,
                                        linalg::LinalgOp op);

/// What `op`, which is elementwise or a reduction, computes at `loops`, of
/// slices of its operands.
Value computeAt(OpBuilder &builder, linalg::LinalgOp op,
                ArrayRef<StridedRange> loops);

/// Whether a slice has all that its source has along dimensions of a size that
/// its type does not tell.
bool hasAllOfUnknown(tensor::ExtractSliceOp op);

/// Slices of what elementwise ops, reductions and views make: these on slices.
void populateMoveSlicesPatterns(RewritePatternSet &patterns);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_SHAPES_ELEMENTWISESLICE_H
