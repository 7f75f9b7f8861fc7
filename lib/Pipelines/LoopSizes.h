//===- LoopSizes.h - Sizes that operands agree on ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_LOOPSIZES_H
#define LOWP_PIPELINES_LOOPSIZES_H

#include "lowp/Graph/Analysis/SizeTracer.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::lowp {

/// Fails where `op` is a cast to sizes that its operand does not have.
LogicalResult verifyCastSizes(tensor::CastOp op, SizeTracer &sizes);

/// Fails where sizes of the operands of `op` contradict each other; otherwise
/// adds those of its results. Upstream's verifier compares none where one of
/// all its sizes is unknown.
LogicalResult verifyLoopSizes(linalg::LinalgOp op, SizeTracer &sizes);

} // namespace mlir::lowp

#endif // LOWP_PIPELINES_LOOPSIZES_H
