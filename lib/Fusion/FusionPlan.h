//===- FusionPlan.h - The fusions of a block before they are ops *- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONPLAN_H
#define LOWP_LIB_FUSION_FUSIONPLAN_H

#include "PlannedFusion.h"

#include <memory>

namespace mlir::lowp {

/// Which ops of a block become which fusions. Until it is emitted only the
/// order of the block changes: what a fusion would replace stands together.
class FusionPlan {
public:
  explicit FusionPlan(Block &block) : block(block) {}

  /// Puts memory-bound ops that share an iteration space into one fusion; rows
  /// have at most `maxRow` elements.
  void form(int64_t maxRow);
  /// Lets readers compute results of fusions again.
  void recompute();
  /// Makes fusions that read the same tiles or rows one.
  void merge();
  /// Replaces what is planned by ops.
  void emit();

  /// Plans a fusion of `ops`, which no other one has.
  PlannedFusion &add(ArrayRef<Operation *> ops, Location loc);
  /// Lets `fusion` compute `ops`.
  void setOps(PlannedFusion &fusion, ArrayRef<Operation *> ops);
  /// Lets `first` compute what `second` does, too, which ends; in stages where
  /// `keepStages`. `isLate` moves it to where `second` was.
  void join(PlannedFusion &first, PlannedFusion &second, bool keepStages,
            bool isLate);
  /// Takes from the fusions what nobody reads.
  void dropUnread();

  /// The fusions that have ops, in the order of the block.
  SmallVector<PlannedFusion *> getFusions() const;
  /// The fusion that replaces `op`; null for none.
  PlannedFusion *getOwner(Operation *op) const { return owners.lookup(op); }
  /// The fusions that compute `op`.
  ArrayRef<PlannedFusion *> getFusionsOf(Operation *op) const;
  /// Whether `op` will still be there: no fusion replaces it, or it is a view
  /// that others read, too.
  bool remains(Operation *op) const;
  /// Whether anybody reads `value` who does not compute it.
  bool isReadElsewhere(Value value) const;
  /// Whether `fusion` writes `value`.
  bool isResult(const PlannedFusion &fusion, Value value) const;
  SmallVector<OpResult> getResults(const PlannedFusion &fusion) const;
  /// The tensors that `fusion` writes: data and scales of what it quantizes.
  SmallVector<Type> getResultTypes(const PlannedFusion &fusion) const;
  /// How many of these each stage of `fusion` writes, if any.
  SmallVector<int64_t> countResultsOfStages(const PlannedFusion &fusion) const;

  Block &block;

private:
  /// Plans the fusions that the block has as ops already.
  void readFusions();
  void gather(ArrayRef<Operation *> own);
  void readFusion(FusionOp op);
  bool isNeeded(const PlannedFusion &fusion, Operation *op,
                const llvm::SetVector<Value> &read) const;

  SmallVector<std::unique_ptr<PlannedFusion>> fusions;
  llvm::DenseMap<Operation *, PlannedFusion *> owners;
  llvm::MapVector<Operation *, SmallVector<PlannedFusion *, 1>> fusionsOf;
};

/// Moves the region of each fusion that is an op into a function.
void outlineFusions(ModuleOp op);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONPLAN_H
