//===- TensorBytes.h - How large tensors are --------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_TENSORBYTES_H
#define LOWP_GRAPH_ANALYSIS_TENSORBYTES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::lowp {

/// Elements of a tensor; an unknown size counts as 1024, because only the
/// proportions of tensors that share it matter.
int64_t countElements(RankedTensorType type);

/// Bytes of a tensor, counted so. 0 for what is no tensor.
int64_t countBytes(Type type);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_TENSORBYTES_H
