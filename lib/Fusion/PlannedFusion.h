//===- PlannedFusion.h - Ops that will be one fusion ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_PLANNEDFUSION_H
#define LOWP_LIB_FUSION_PLANNEDFUSION_H

#include "lowp/Fusion/IterationSpace.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {

/// A fusion of a plan: ops of a block, in the order in which one kernel
/// computes them, and what decides whether another fusion may join it.
class PlannedFusion {
public:
  /// What fusions may become one as: those of tiles of as many rows as columns
  /// stages, those that reduce rows and quantize nothing one computation; so
  /// do those that find maxima for scales, and those that only compute
  /// elements, where one reads what another makes, which may also quantize
  /// parts of concats.
  enum class Kind { None, Tiles, Rows, Maxima, Elements, Parts };

  /// A fusion of `ops`; each of them comes after those that it reads.
  PlannedFusion(ArrayRef<Operation *> ops, Location loc) : loc(loc) {
    setOps(ops);
  }

  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }
  bool contains(Operation *op) const { return ops.contains(op); }
  bool contains(Value value) const { return contains(value.getDefiningOp()); }
  /// The ops and, after them, those of `second` that are no part of it; what
  /// they read comes before them.
  SmallVector<Operation *> joinOps(const PlannedFusion &second) const;

  const std::optional<IterationSpace> &getSpace();
  Kind getKind();
  /// What the fusion reads from memory, in the order in which ops do.
  const llvm::SetVector<Value> &getInputs();
  /// Whether a launch has room for what the fusion reads and writes.
  bool fitsLaunch();
  /// How many inputs have an element for each row and column.
  int64_t countTiles();
  bool readsTile(Value input);
  /// Whether `value`, of an op, is there for a later stage: a number for each
  /// element, or for each row.
  bool isPlain(Value value);

  Location loc;
  /// Ops of the block that the fusion replaces, neighbours of each other. The
  /// others of its ops it computes again.
  SmallVector<Operation *> own;

private:
  friend class FusionPlan;

  /// Makes `computed` the ops, of one stage.
  void setOps(ArrayRef<Operation *> computed);
  /// Whether no op makes or reads scales.
  bool hasNoScales() const;
  bool hasSquareTiles() const;
  bool computesElements() const;
  bool findsMaxima() const;

  llvm::SetVector<Operation *> ops;
  /// Where each stage ends among the ops.
  SmallVector<size_t> ends;
  std::optional<std::optional<IterationSpace>> space;
  std::optional<llvm::SetVector<Value>> inputs;
};

/// `ops` with each op after those of them that it reads, in their order
/// otherwise.
SmallVector<Operation *> putReadersLast(ArrayRef<Operation *> ops);

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_PLANNEDFUSION_H
