//===- ConcatParts.h - Parts of one size beside each other ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_ANALYSIS_CONCATPARTS_H
#define LOWP_GRAPH_ANALYSIS_CONCATPARTS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>

namespace mlir::lowp {

/// The size along its dimension of all parts of `op`; nothing where it is
/// dynamic, zero or differs.
std::optional<int64_t> getPartSize(tensor::ConcatOp op);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_ANALYSIS_CONCATPARTS_H
