//===- FusionGroup.h - Ops that become one fusion ---------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONGROUP_H
#define LOWP_LIB_FUSION_FUSIONGROUP_H

#include "lowp/Fusion/IterationSpace.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir::lowp {

/// Ops of one block with one iteration space, and no way out of the group and
/// back into it.
class FusionGroup {
public:
  /// A group of `root`, and of what makes the scaled value that it reads; rows
  /// of more than `maxRow` elements, or of an unknown number, are not kept in
  /// registers.
  FusionGroup(Operation *root, int64_t maxRow);

  /// Whether the ops can be one kernel; `why` not, where their structure says.
  bool isLegal(Reason why = {}) const {
    return isLegal(ops.getArrayRef(), why);
  }

  /// Adds what the group's ops read, then other quantizes of what it
  /// quantizes, as long as it stays legal; nothing of `taken`.
  void grow(const llvm::SmallPtrSetImpl<Operation *> &taken);

  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }

  /// Replaces the ops by a lowp.fusion.
  void outline();

private:
  bool isLegal(ArrayRef<Operation *> candidates, Reason why = {}) const;
  bool canReduceRows(const IterationSpace &space,
                     ArrayRef<Operation *> candidates) const;
  bool tryToAdd(Operation *op, const llvm::SmallPtrSetImpl<Operation *> &taken);
  /// Adds the ops of `chain`, all or none.
  bool tryToAddAll(ArrayRef<Operation *> chain,
                   const llvm::SmallPtrSetImpl<Operation *> &taken);
  /// Adds other quantizes of what `op` quantizes, in whatever order they see
  /// it: one read serves a forward pass and its gradients.
  void addSiblings(Operation *op,
                   const llvm::SmallPtrSetImpl<Operation *> &taken);
  /// Adds what `op` reads and a fusion can hold, up to `most` candidates.
  void addProducers(SmallVectorImpl<Operation *> &candidates, Operation *op,
                    size_t most,
                    const llvm::SmallPtrSetImpl<Operation *> &taken) const;
  /// Adds the concats along the dimension of `concat` that are parts, or parts
  /// of parts, of what it is a part of.
  void addConcatsBeside(SmallVectorImpl<Operation *> &candidates,
                        tensor::ConcatOp concat,
                        const llvm::SmallPtrSetImpl<Operation *> &taken) const;
  /// Whether no op of the group needs all of `concat` at once.
  bool isReadByParts(Operation *concat) const;
  bool contains(Operation *op) const { return ops.contains(op); }
  /// Whether someone outside of the group reads `op`, which computes nothing.
  bool isReadOutside(Operation *op) const;
  /// The results that the fusion writes.
  SmallVector<OpResult> getEscapingResults() const;
  SmallVector<Operation *> getInOrder() const;

  llvm::SetVector<Operation *> ops;
  int64_t maxRow;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONGROUP_H
