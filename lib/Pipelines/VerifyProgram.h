//===- VerifyProgram.h - What no later pass lowers --------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_PIPELINES_VERIFYPROGRAM_H
#define LOWP_LIB_PIPELINES_VERIFYPROGRAM_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::lowp {

/// Refuses operations that no later pass lowers, by their names: those on
/// tensors that neither bufferization nor a pass before it knows, those on
/// vectors, scaled casts of `arith`, calls of functions without a body and,
/// without `allowKernels`, operations of `lowp_gpu` and `gpu`. Operations of
/// other dialects take part by `BufferizableOpInterface` or
/// `linalg::AggregatedOpInterface`.
LogicalResult verifyProgram(ModuleOp program, bool allowKernels);

} // namespace mlir::lowp

#endif // LOWP_LIB_PIPELINES_VERIFYPROGRAM_H
