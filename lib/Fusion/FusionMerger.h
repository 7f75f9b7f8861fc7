//===- FusionMerger.h - Two fusions that read the same are one --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_FUSION_FUSIONMERGER_H
#define LOWP_LIB_FUSION_FUSIONMERGER_H

#include "FusionMember.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::lowp {

/// One fusion of two, the second one after the first for each tile.
class FusionMerger {
public:
  FusionMerger(FusionMember &first, FusionMember &second)
      : first(first), second(second), place(first.fusion) {}

  /// Whether the second one may come after the first for each tile, as far as
  /// the two by themselves tell.
  bool isPossible() { return isAllowed() && shareTiles() && collectMoved(); }
  /// The fusion of both, in the place of the first; nothing where there is
  /// none.
  std::optional<FusionMember> merge();
  /// The same of two that need not read the same, which are a launch less; in
  /// the place of the second where the first one can wait.
  std::optional<FusionMember> mergeBeside();

private:
  bool isAllowed();
  bool shareTiles();
  bool isWorthLaunch();
  bool isNear();
  bool canWait();
  std::optional<FusionMember> replaceBoth(StringRef gain);
  /// What the second one needs and the first one does not come before.
  bool collectMoved();
  bool collectMoved(Value value);
  FusionOp build();

  FusionMember &first, &second;
  /// Where both are computed.
  FusionOp place;
  /// What comes before both, and what comes after.
  llvm::SetVector<Operation *> moved, delayed;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONMERGER_H
