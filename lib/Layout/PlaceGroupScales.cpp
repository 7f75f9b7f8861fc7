//===- PlaceGroupScales.cpp - Groups to where kernels read them -----------===//
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
// Where kernels clear what comes after a group of K, its scales are brought to
// copies of their own; elsewhere its data are copied to where one begins, too.
// So are those whose scales callers have there: what lies between may be NaN.
// Arguments that lie right, in another layout, are copied to that of kernels.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "lowp/Dialect/Lowp/IR/GroupAtoms.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/MovedGroups.h"
#include "lowp/Dialect/Lowp/IR/ReadType.h"
#include "lowp/Kernel/Gemm/GroupStarts.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

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

/// The same of groups of rows.
static void placeRowGroups(GroupedScaledMatmulOp op,
                           const KernelTarget &target) {
  ScaledType type = op.getLhs().getType();
  ScaledType read = getReadRows(op, target);
  if (type == read || !type.differsOnlyInLayout(read))
    return;
  OpBuilder builder(op);
  Value placed =
      RelayoutOp::create(builder, op.getLoc(), read, op.getLhs(), op.getEnds());
  op.getLhsMutable().assign(placed);
}

/// Says that groups of `from` are copied to where those of `to` begin.
static void reportMove(Location loc, StringRef name, ScaledType from,
                       ScaledType to) {
  remark::missed(loc, remark::RemarkOpts::name("groups-moved")
                          .category("lowp-propagate-layouts"))
      << remark::reason("copies the {0} of a grouped matmul, {1}, because its "
                        "kernels read groups of K that begin at multiples of "
                        "{2}, with zeros up to there; lowp.spread_rows brings "
                        "them there before they are quantized",
                        name, from, to.getGroups().getStart());
}

static void moveOperand(OpOperand &operand, StringRef name, ScaledType to) {
  auto op = cast<GroupedScaledMatmulOp>(operand.getOwner());
  auto from = cast<ScaledType>(operand.get().getType());
  if (from == to || !isRelayoutOf(from, to))
    return;
  if (movesData(from, to))
    reportMove(op.getLoc(), name, from, to);
  OpBuilder builder(op);
  operand.set(RelayoutOp::create(builder, op.getLoc(), to, operand.get(),
                                 op.getEnds()));
}

/// Whether kernels of `atom` read groups of K where operands have them.
static bool isReadFrom(const MmaAtom &atom, ScaledType lhs, ScaledType rhs) {
  int64_t blockStart =
      getBlockStart(atom, lhs.getElementType(), rhs.getElementType());
  return lhs.getGroups().getStart() % getStartUnit(atom, lhs, rhs) == 0 &&
         hasReadPlaces(lhs, blockStart) && hasReadPlaces(rhs, blockStart);
}

/// `type` as kernels of `target` read it, with groups that begin at multiples
/// of `start` and scales at multiples of `alignment`.
static ScaledType getPlaced(ScaledType type, int64_t start, int64_t alignment,
                            const KernelTarget &target) {
  auto groups =
      GroupsAttr::get(type.getContext(), type.getGroups().getCount(),
                      /*axis=*/1, alignment, start, /*separate=*/false);
  return withMovedGroups(getReadType(type, target), groups);
}

/// `type` with its data where they are, and scales of each group with copies of
/// `blockStart` elements.
static ScaledType getAligned(ScaledType type, int64_t blockStart,
                             const KernelTarget &target) {
  int64_t block = type.getRecipe().getBlockShape().columns;
  int64_t alignment = block == BlockShape::kWhole ? 1 : blockStart / block;
  return getPlaced(type, type.getGroups().getStart(), alignment, target);
}

/// Whether kernels find no NaN between the scales of groups of `value` as
/// `read`: there is nothing between, or zeros that lowp writes.
static bool hasNumbersBetween(Value value, ScaledType read) {
  auto type = cast<ScaledType>(value.getType());
  if (!hasOwnPlaces(read) || type != read)
    return true;
  Operation *op = value.getDefiningOp();
  if (auto relayout = dyn_cast_or_null<RelayoutOp>(op)) {
    ScaledType from = relayout.getInput().getType();
    return from.getGroups() != type.getGroups() ||
           from.getScaleLayout() != type.getScaleLayout();
  }
  return isa_and_nonnull<QuantizeOp>(op);
}

/// Copies an argument, whose layout nobody chooses, to the one that kernels
/// read, with its groups where they are.
static void relayoutArgument(OpOperand &operand, StringRef name,
                             const KernelTarget &target) {
  if (isa<BlockArgument>(operand.get()))
    moveOperand(operand, name,
                getReadType(cast<ScaledType>(operand.get().getType()), target));
}

static void placeGroupsOfK(GroupedScaledMatmulOp op,
                           const KernelTarget &target) {
  ScaledType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  const MmaAtom *atom = findAtom(lhs, rhs, target);
  if (!atom || !lhs.isGrouped() || !rhs.isGrouped())
    return;
  auto canRead = [&](ScaledType left, ScaledType right) {
    return isReadFrom(*atom, left, right) &&
           hasNumbersBetween(op.getLhs(), left) &&
           hasNumbersBetween(op.getRhs(), right);
  };
  if (canRead(lhs, rhs)) {
    relayoutArgument(op.getLhsMutable(), "lhs", target);
    relayoutArgument(op.getRhsMutable(), "rhs", target);
    return;
  }
  int64_t start =
      getBlockStart(*atom, lhs.getElementType(), rhs.getElementType());
  ScaledType left = getAligned(lhs, start, target),
             right = getAligned(rhs, start, target);
  if (!canRead(left, right)) {
    left = getPlaced(lhs, start, /*alignment=*/1, target);
    right = getPlaced(rhs, start, /*alignment=*/1, target);
  }
  moveOperand(op.getLhsMutable(), "lhs", left);
  moveOperand(op.getRhsMutable(), "rhs", right);
}

void mlir::lowp::placeGroupScales(Operation *root, const KernelTarget &target) {
  root->walk([&](GroupedScaledMatmulOp op) {
    Grouping grouping =
        *getGrouping(op.getLhs().getType(), op.getRhs().getType());
    if (grouping == Grouping::M)
      placeRowGroups(op, target);
    else if (grouping == Grouping::K)
      placeGroupsOfK(op, target);
  });
}
