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
      : first(first), second(second) {}

  /// Whether the second one may come after the first for each tile, as far as
  /// the two by themselves tell.
  bool isPossible() { return isAllowed() && shareTiles() && collectMoved(); }
  /// The fusion of both, in the place of the first; nothing where there is
  /// none.
  std::optional<FusionMember> merge();

private:
  bool isAllowed();
  bool shareTiles();
  /// What the second one needs and the first one does not come before.
  bool collectMoved();
  bool collectMoved(Value value);
  FusionOp build();

  FusionMember &first, &second;
  llvm::SetVector<Operation *> moved;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_FUSION_FUSIONMERGER_H
