//===- GroupedPrices.h - What a recipe costs a grouped matmul ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_GROUPEDPRICES_H
#define LOWP_LIB_RECIPES_GROUPEDPRICES_H

#include "RecipePrices.h"

#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"

namespace mlir::lowp_gpu {

/// Whether the groups of `op` divide K.
bool hasGroupsOfK(lowp::GroupedMatmulOp op);

/// Prices one grouped matmul of floats, of groups of rows, of K or of batches.
/// Groups end at numbers that nobody knows: a tile for each group of rows is
/// half full.
class GroupedPrices {
public:
  /// Sizes that nobody knows are `assumed`.
  GroupedPrices(lowp::GroupedMatmulOp op, int64_t assumed,
                const RecipePrices &prices);

  /// Microseconds of `op` as it is; nothing where no kernel multiplies it.
  std::optional<double> getDense() const;
  /// Microseconds of its kernel with `recipe`, without quantizes; nothing where
  /// there is none, and `reason` tells why.
  std::optional<double> getScaled(lowp::MatmulRecipeAttr recipe,
                                  lowp::Reason reason) const;
  /// Microseconds of quantizing both operands by `recipe`.
  double getQuantizes(lowp::MatmulRecipeAttr recipe) const;
  /// Bytes of both operands and the result with `recipe`; as they are if it is
  /// null. Each group reads its matrix.
  double countBytes(lowp::MatmulRecipeAttr recipe) const;
  const lowp::GemmSize &getSize() const { return size; }
  /// Whether a size was not known.
  bool isAssumed() const;

private:
  Type getOutput() const;
  /// The sizes of a problem, which knows nothing of groups of K; and that of
  /// theirs.
  lowp::GemmSize getMatrixSize() const;
  lowp::GemmProblem divide(lowp::GemmProblem problem) const;

  lowp::GroupedMatmulOp op;
  lowp::GemmSize size;
  const RecipePrices &prices;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_GROUPEDPRICES_H
