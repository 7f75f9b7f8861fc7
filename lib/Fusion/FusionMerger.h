//===- FusionMerger.h - Two fusions that read the same are one --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONMERGER_H
#define LOWP_LIB_FUSION_FUSIONMERGER_H

#include "FusionPlan.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {

/// One fusion of two, the second one after the first for each tile.
class FusionMerger {
public:
  using Kind = PlannedFusion::Kind;

  FusionMerger(FusionPlan &plan, PlannedFusion &first, PlannedFusion &second)
      : plan(plan), first(first), second(second) {}

  /// Whether the second one may come after the first for each tile, as far as
  /// the two by themselves tell.
  bool isPossible() { return isAllowed() && shareTiles() && collectMoved(); }
  /// Makes the first one both, in the place of the second where that cannot
  /// come before its own; false where there is no such fusion, or where the two
  /// read nothing in common and a launch is too little a gain.
  bool merge();

private:
  bool isAllowed();
  bool shareTiles();
  bool isWorthLaunch();
  bool isNear(const PlannedFusion &later);
  bool canWait();
  bool mayReadLater(Operation *reader);
  /// What the second one needs and the first one does not come before.
  bool collectMoved();
  bool collectMoved(Value value);

  FusionPlan &plan;
  PlannedFusion &first, &second;
  /// What comes before both, and what comes after.
  llvm::SetVector<Operation *> moved, delayed;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONMERGER_H
