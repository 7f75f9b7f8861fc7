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

/// What one dimension of a tensor of a gemm is indexed by: (dim floordiv
/// divisor) mod modulus.
struct GemmIndex {
  /// A dimension of the gemm: (batch,) m, n or k.
  unsigned dim;
  /// Consecutive matrices of the batch that have the same index: the heads of
  /// queries that share one head of keys. 1 for m and n.
  int64_t divisor = 1;
  /// After so many others the first index follows: heads in each sequence. 0
  /// for none.
  int64_t modulus = 0;

  bool isWhole() const { return divisor == 1 && modulus == 0; }
};

/// `dim`, `dim floordiv c`, `dim mod c` and both in either order; nothing for
/// other expressions.
std::optional<GemmIndex> matchGemmIndex(AffineExpr index);

/// The results of `map` as such indices; nothing if one is something else.
std::optional<SmallVector<GemmIndex>> matchGemmIndices(AffineMap map);

/// Dimensions of a tensor that count matrices of a batch, at most: with rows
/// and columns as many as TMA has.
inline constexpr unsigned kMostBatchDims = 3;

/// Whether a gemm reads operands that `map` indexes from (batch,) m, n and k:
/// its own dimension, the one with index `row` without a batch, once, k or
/// digits of it, one of which has neighbours of k, and the batch or parts of
/// it. Last is its own dimension, or neighbours of k.
bool isGemmOperandMap(AffineMap map, unsigned row);

/// After how many elements of k, `map`'s last dimension, those that follow may
/// lie elsewhere; 0 where `map` has all of k as one.
int64_t getRunOfK(AffineMap map);

/// Whether a gemm writes a destination that `map` indexes: m before n, which is
/// last, and all digits of the batch in their order.
bool isGemmDestinationMap(AffineMap map, bool hasRowGroups = false);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_GEMMMAPS_H
