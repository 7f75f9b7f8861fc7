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
#include "lowp/Fusion/RowsFirst.h"
#include "lowp/Graph/Analysis/TensorBytes.h"

using namespace mlir;
using namespace mlir::lowp;

static bool isRowReduction(Operation *op) {
  return classifyForFusion(op) == FusedKind::RowReduction;
}

static SmallVector<Value> listReduced(Operation *op) {
  return isa<linalg::LinalgOp>(op)
             ? cast<DestinationStyleOpInterface>(op).getDpsInputs()
             : SmallVector<Value>(op->getOperands());
}

/// Bytes of what row reductions of `ops` read from outside.
static int64_t countBytesOutside(ArrayRef<Operation *> ops) {
  llvm::SetVector<Value> open;
  for (Operation *op : ops)
    if (isRowReduction(op))
      open.insert_range(listReduced(op));
  int64_t bytes = 0;
  for (size_t next = 0; next < open.size(); ++next) {
    Operation *maker = open[next].getDefiningOp();
    if (llvm::is_contained(ops, maker))
      open.insert_range(listReduced(maker));
    else
      bytes += countBytes(open[next].getType());
  }
  return bytes;
}

/// Whether `op` computes elements, or a number of each row.
static bool isPlain(Operation *op) {
  FusedKind kind = classifyForFusion(op);
  return kind == FusedKind::Elementwise || kind == FusedKind::View ||
         kind == FusedKind::RowReduction;
}

int64_t mlir::lowp::countReducedBytes(Value value) {
  llvm::SetVector<Operation *> ops;
  auto add = [&](Value read) {
    Operation *maker = read.getDefiningOp();
    // A kernel stores what others read.
    if (maker && isPlain(maker) &&
        (read == value || llvm::all_of(maker->getUsers(), isPlain)))
      ops.insert(maker);
  };
  add(value);
  for (size_t next = 0; next < ops.size(); ++next)
    llvm::for_each(ops[next]->getOperands(), add);
  return countBytesOutside(ops.getArrayRef());
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
    if (countBytesOutside(other.getOps()) >
        countBytesBetween(plan, root.getInput()))
      return other;
  }
  return std::nullopt;
}
