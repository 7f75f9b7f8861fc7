//===- GemmMaps.h - What the indexing maps of a gemm say --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GEMMMAPS_H
#define LOWP_DIALECT_LOWP_IR_GEMMMAPS_H

#include "mlir/IR/AffineMap.h"

namespace mlir::lowp {

/// What one dimension of a tensor of a gemm is indexed by.
struct GemmIndex {
  /// A dimension of the gemm: (batch,) m, n or k.
  unsigned dim;
  /// Consecutive matrices of the batch that have the same index: the heads of
  /// queries that share one head of keys. 1 for other dimensions.
  int64_t sharing;
};

/// `dim` or `dim floordiv sharing`; nothing for other expressions.
std::optional<GemmIndex> matchGemmIndex(AffineExpr index);

/// The results of `map` as such indices; nothing if one is something else.
std::optional<SmallVector<GemmIndex>> matchGemmIndices(AffineMap map);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GEMMMAPS_H
