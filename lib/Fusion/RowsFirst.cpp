//===- RowsFirst.cpp - Quantizes with the reductions of their rows --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradient of a norm follows from sums of its rows and is quantized in both
// orders. One kernel does both, of tiles, after another has read the rows for
// their sums; or one reduces and quantizes rows, and another quantizes columns
// of what it stores. The latter moves less where the matrix is stored anyway,
// whichever matmul comes last.
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"

#include "lowp/Fusion/FusedKinds.h"
#include "lowp/Fusion/ReducedBytes.h"
#include "lowp/Graph/Analysis/TensorBytes.h"

using namespace mlir;
using namespace mlir::lowp;

static bool isRowReduction(Operation *op) {
  return classifyForFusion(op) == FusedKind::RowReduction;
}

/// Bytes of `matrix` that one kernel stores, if nobody but free quantizes reads
/// it, and another reads.
static int64_t countBytesBetween(const FusionPlan &plan, Value matrix) {
  bool isStored = !llvm::all_of(matrix.getUsers(), [&](Operation *user) {
    return isa<QuantizeOp, AmaxOp>(user) && plan.getFusionsOf(user).empty();
  });
  return (isStored ? 1 : 2) * countBytes(matrix.getType());
}

std::optional<FusionGroup> FusionGroup::findRowsFirst() const {
  auto root = dyn_cast<QuantizeOp>(ops.front());
  if (!root || llvm::any_of(ops, isRowReduction))
    return std::nullopt;
  for (Operation *user : root.getInput().getUsers()) {
    if (!isa<QuantizeOp>(user) || user == root || !isFree(user))
      continue;
    FusionGroup other(plan, user, maxRow);
    if (!other.isLegal())
      continue;
    other.grow();
    if (countReducedBytes(other.getOps()) >
        countBytesBetween(plan, root.getInput()))
      return other;
  }
  return std::nullopt;
}
