//===- LoopSizes.h - Sizes that operands agree on ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_LOOPSIZES_H
#define LOWP_PIPELINES_LOOPSIZES_H

#include "KnownSizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Fails where sizes of the operands of `op` contradict each other; otherwise
/// adds those of its results. Upstream's verifier compares none where one of
/// all its sizes is unknown.
LogicalResult verifyLoopSizes(linalg::LinalgOp op, KnownSizes &known);

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_LOOPSIZES_H
