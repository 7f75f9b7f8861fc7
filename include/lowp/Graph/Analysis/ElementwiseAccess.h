//===- ElementwiseAccess.h - Operations that update in place ----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_ELEMENTWISEACCESS_H
#define LOWP_GRAPH_ANALYSIS_ELEMENTWISEACCESS_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"

namespace mlir::lowp {

/// Whether kernels of `gemm` read each element of `input`, an input of its
/// epilogue, for the element of the destination at the same place alone: then
/// both may be one buffer.
bool updatesElements(GemmOp gemm, OpOperand &input);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_ELEMENTWISEACCESS_H
