//===- InitialValues.cpp - Fills that fold into their reader's kernel -----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InitialValues.h"

#include "lowp/Graph/Analysis/ReductionParts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::lowp;

/// The last op before `op`, in its block, that uses `buffer` or holds a
/// use; sizes aside. Nothing if uses cannot be told apart, as with views made
/// before it.
static std::optional<Operation *> findUseBefore(Operation *op, Value buffer) {
  Operation *last = nullptr;
  for (Operation *user : buffer.getUsers()) {
    if (isa<memref::DimOp>(user))
      continue;
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
    if (!ancestor)
      return std::nullopt;
    if (!ancestor->isBeforeInBlock(op))
      continue;
    if (llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      return std::nullopt;
    if (!last || last->isBeforeInBlock(ancestor))
      last = ancestor;
  }
  return last;
}

/// Whether `op` visits each element of its destination once and does not read
/// it by another way.
static bool ownsDestination(linalg::LinalgOp op, OpOperand *init) {
  AffineMap map = op.getMatchingIndexingMap(init);
  Value buffer = init->get();
  bool isReadElsewhere = llvm::any_of(buffer.getUses(), [&](OpOperand &use) {
    return &use != init && op->isAncestor(use.getOwner());
  });
  return !isReadElsewhere && map.isProjectedPermutation() &&
         !dependsOnReductions(op, *init) &&
         map.getNumResults() == op.getNumParallelLoops();
}

/// Whether uses of `buffer` are all that reaches its memory: what is allocated
/// here, or given by the caller, who gives no memory twice.
static bool ownsMemory(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (!argument)
    return buffer.getDefiningOp<memref::AllocOp>() != nullptr;
  return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

/// The fill that puts all that `op` may read into its destination `init`.
static linalg::FillOp findFill(linalg::LinalgOp op, OpOperand *init) {
  if (!ownsMemory(init->get()) || !ownsDestination(op, init))
    return {};
  auto fill = dyn_cast_or_null<linalg::FillOp>(
      findUseBefore(op, init->get()).value_or(nullptr));
  bool fits = fill && fill.getOutputs().front() == init->get() &&
              fill.getInputs().front().getType() ==
                  getElementTypeOrSelf(init->get().getType());
  return fits ? fill : linalg::FillOp();
}

SmallVector<linalg::FillOp> mlir::lowp::findFills(linalg::LinalgOp op) {
  SmallVector<linalg::FillOp> fills;
  if (isa<linalg::FillOp>(op))
    return fills;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    linalg::FillOp fill = findFill(op, &init);
    if (!fill)
      return {};
    fills.push_back(fill);
  }
  return fills;
}
