//===- GroupAtoms.cpp - Groups of rows that begin with atoms --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"

using namespace mlir;
using namespace mlir::lowp;

/// Rows of scales that lie together in `layout`, one atom of them below the
/// other; 0 without atoms.
static int64_t getAtomRows(ScaleLayoutAttrInterface layout) {
  AffineMap map = layout.getStorageMap();
  auto slowest = dyn_cast<AffineBinaryOpExpr>(map.getResult(0));
  bool cutsRows = slowest && slowest.getKind() == AffineExprKind::FloorDiv &&
                  slowest.getLHS() == getAffineDimExpr(0, map.getContext());
  auto rows = cutsRows ? dyn_cast<AffineConstantExpr>(slowest.getRHS())
                       : AffineConstantExpr();
  return rows ? rows.getValue() : 0;
}

bool mlir::lowp::hasAtomsOfGroups(ScaledType type) {
  GroupsAttr groups = type.getGroups();
  if (!groups || groups.getAxis() != 0 || groups.isSpread() ||
      groups.getSeparate())
    return false;
  int64_t rows = getAtomRows(type.getScaleLayout());
  return rows > 0 && groups.getAlignment() % rows == 0;
}

bool mlir::lowp::readsAtomsOfGroups(const lowp_gpu::MmaAtom &atom) {
  return atom.takesScales() && !atom.readsByLanes();
}

ScaledType mlir::lowp::withAtomsOfGroups(ScaledType type, int64_t count,
                                         const lowp_gpu::MmaAtom &atom) {
  return type.withGroups(GroupsAttr::get(type.getContext(), count, /*axis=*/0,
                                         /*alignment=*/atom.getScaleRows(),
                                         /*start=*/1, /*separate=*/false));
}
