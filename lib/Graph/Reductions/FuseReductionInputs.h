//===- FuseReductionInputs.h - What a reduction reads -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_GRAPH_REDUCTIONS_FUSEREDUCTIONINPUTS_H
#define LOWP_LIB_GRAPH_REDUCTIONS_FUSEREDUCTIONINPUTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::lowp {

/// `op`, a reduction that no fusion takes, with the elementwise operations in
/// its body whose results need not be stored for it: the reduction is all that
/// reads them, or they read no more bytes than they write.
linalg::GenericOp fuseReductionInputs(RewriterBase &rewriter,
                                      linalg::GenericOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_GRAPH_REDUCTIONS_FUSEREDUCTIONINPUTS_H
