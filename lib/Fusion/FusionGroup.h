//===- FusionGroup.h - Ops that become one fusion ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONGROUP_H
#define LOWP_LIB_FUSION_FUSIONGROUP_H

#include "FusionPlan.h"

#include "lowp/Fusion/FusedKinds.h"

namespace mlir::lowp {

/// Ops of one block with one iteration space, and no way out of the group and
/// back into it.
class FusionGroup {
public:
  /// A group of `root`, and of what makes the scaled value that it reads; rows
  /// of more than `maxRow` elements, or of an unknown number, are not kept in
  /// registers.
  FusionGroup(const FusionPlan &plan, Operation *root, int64_t maxRow);

  /// Whether the ops can be one kernel; `why` not, where their structure says.
  bool isLegal(Reason why = {}) const {
    return isLegal(ops.getArrayRef(), why);
  }

  /// Adds what the group's ops read, then other quantizes of what it
  /// quantizes, as long as it stays legal; nothing that another fusion has.
  void grow();

  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }
  /// The group of another quantize of what the root quantizes, if that one
  /// reduces rows, which this does not, and the matrix between the two is less
  /// than what the reductions read.
  std::optional<FusionGroup> findRowsFirst() const;

  /// The ops in the order of the block.
  SmallVector<Operation *> getInOrder() const;

private:
  bool isLegal(ArrayRef<Operation *> candidates, Reason why = {}) const;
  bool canReduceRows(const IterationSpace &space,
                     ArrayRef<Operation *> candidates) const;
  /// Whether `op` of the block has no fusion yet.
  bool isFree(Operation *op) const {
    return op->getBlock() == &plan.block && plan.getFusionsOf(op).empty();
  }
  bool returnsToGroup(ArrayRef<Operation *> makers,
                      function_ref<bool(Operation *)> isMember) const;
  bool isRefused(Operation *op) const;
  bool isPlainProducer(Operation *op, FusedKind kind) const;
  SmallVector<Operation *> listProducers(size_t &reader, unsigned &operand,
                                         size_t most) const;
  void addAllProducers(size_t reader);
  bool tryToAdd(Operation *op);
  /// Adds the ops of `chain`, all or none.
  bool tryToAddAll(ArrayRef<Operation *> chain);
  /// Adds other quantizes of what `op` quantizes, in whatever order they see
  /// it: one read serves a forward pass and its gradients.
  void addSiblings(Operation *op);
  /// Adds sums of rows of what the group reads, which are in registers while it
  /// reduces them.
  void addSumsBeside();
  /// Adds what `op` reads and a fusion can hold, up to `most` candidates.
  void addProducers(SmallVectorImpl<Operation *> &candidates, Operation *op,
                    size_t most) const;
  /// Adds the concats along the dimension of `concat` that are parts, or parts
  /// of parts, of what it is a part of.
  void addConcatsBeside(SmallVectorImpl<Operation *> &candidates,
                        tensor::ConcatOp concat) const;
  bool isFirstView(Operation *op) const;
  /// Adds what the group may have, of what it reads and beside that.
  void growOnce();
  /// Whether what the group reads follows from rows that are parts of its own
  /// and are reduced: who reduces them had better compute it.
  bool partsReducedRows() const;
  /// Drops reshapes of what the group reads.
  void dropFirstViews();
  bool contains(Operation *op) const { return ops.contains(op); }

  const FusionPlan &plan;
  llvm::SetVector<Operation *> ops;
  /// How many ops the group had when it could not have another.
  llvm::DenseMap<Operation *, size_t> refused;
  int64_t maxRow;
  /// Whether the group takes no reshape that divides dimensions.
  bool keepsShape = false;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONGROUP_H
