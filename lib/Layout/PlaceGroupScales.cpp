//===- PlaceGroupScales.cpp - Scales of groups of rows in atoms -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scales of a `lowp.grouped_scaled_matmul` whose products take atoms as they
// lie are padded, so that each group of rows begins with one; scales that are
// padded so are brought together for all other products. Data stay.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

/// How many groups the operands of `op` say that there are.
static int64_t countGroups(GroupedScaledMatmulOp op) {
  if (GroupsAttr groups = op.getLhs().getType().getGroups())
    return groups.getCount();
  int64_t count = cast<RankedTensorType>(op.getEnds().getType()).getDimSize(0);
  return ShapedType::isDynamic(count) ? op.getRhs().getType().getShape().front()
                                      : count;
}

/// The lhs of `op`, whose rows are in groups, as kernels of `target` read it.
static ScaledType getReadRows(GroupedScaledMatmulOp op,
                              const KernelTarget &target) {
  ScaledType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  const MmaAtom *atom =
      target.getScaledMmaAtom(getScaledFormat(lhs), getScaledFormat(rhs));
  if (atom && readsAtomsOfGroups(*atom))
    return withAtomsOfGroups(getReadType(lhs, target), countGroups(op), *atom);
  return hasAtomsOfGroups(lhs) ? lhs.withGroups({}) : lhs;
}

void mlir::lowp::placeGroupScales(Operation *root, const KernelTarget &target) {
  root->walk([&](GroupedScaledMatmulOp op) {
    ScaledType type = op.getLhs().getType();
    if (*getGrouping(type, op.getRhs().getType()) != Grouping::M)
      return;
    ScaledType read = getReadRows(op, target);
    if (type == read || !type.differsOnlyInLayout(read))
      return;
    OpBuilder builder(op);
    Value placed = RelayoutOp::create(builder, op.getLoc(), read, op.getLhs(),
                                      op.getEnds());
    op.getLhsMutable().assign(placed);
  });
}
