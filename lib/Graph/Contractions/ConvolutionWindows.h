//===- ConvolutionWindows.h - Windows that do not overlap -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_CONTRACTIONS_CONVOLUTIONWINDOWS_H
#define LOWP_LIB_GRAPH_CONTRACTIONS_CONVOLUTIONWINDOWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// A tensor, and the loop that each of its dimensions is indexed by.
struct IndexedTensor {
  Value value;
  SmallVector<unsigned> loops;
};

/// `operand` of `op` with a dimension for each loop that indexes it, where it
/// is indexed by loops and by windows side by side; nothing if it is not.
std::optional<IndexedTensor>
expandWindows(OpBuilder &builder, linalg::LinalgOp op, OpOperand &operand);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_CONTRACTIONS_CONVOLUTIONWINDOWS_H
