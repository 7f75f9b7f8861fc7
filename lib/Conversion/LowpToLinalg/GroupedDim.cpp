//===- GroupedDim.cpp - A dimension divided into groups -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupedDim.h"

#include "LinalgBuilders.h"
#include "lowp/Support/BlockShape.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static Value buildWord(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIntOp::create(b, value, 32);
}

static OpFoldResult addTo(OpBuilder &builder, Location loc, OpFoldResult number,
                          int64_t more) {
  if (std::optional<int64_t> known = getConstantIntValue(number))
    return builder.getIndexAttr(*known + more);
  return arith::AddIOp::create(builder, loc, cast<Value>(number),
                               buildIndex(builder, loc, more))
      .getResult();
}

static Value addOne(OpBuilder &b, Location loc, Value index) {
  return arith::AddIOp::create(b, loc, index, buildIndex(b, loc, 1));
}

/// ceil(value / divisor) for an i32 value that is not negative.
static Value divideUp(ImplicitLocOpBuilder &b, Value value, int64_t divisor) {
  Value raised = arith::AddIOp::create(b, value, buildWord(b, divisor - 1));
  return arith::DivUIOp::create(b, raised, buildWord(b, divisor));
}

/// BlockShape::countInGroups at run time, for blocks that do not span the
/// dimension.
static OpFoldResult buildCapacity(OpBuilder &builder, Location loc,
                                  int64_t extent, OpFoldResult size,
                                  Value count, int64_t alignment) {
  int64_t step = extent * alignment;
  if (step == 1)
    return size;
  ImplicitLocOpBuilder b(loc, builder);
  auto index = [&](int64_t value) { return buildIndex(b, loc, value); };
  Value wasted = arith::MulIOp::create(b, count, index(step - 1));
  Value total = arith::AddIOp::create(
      b, getValueOrCreateConstantIndexOp(b, loc, size), wasted);
  Value steps = arith::DivUIOp::create(b, total, index(step));
  return arith::MulIOp::create(b, steps, index(alignment)).getResult();
}

/// How many places there are for blocks of groups, `count` of them.
static OpFoldResult getCapacityForBlocks(OpBuilder &builder, Location loc,
                                         int64_t extent, OpFoldResult size,
                                         Value count, int64_t alignment) {
  std::optional<int64_t> knownSize = getConstantIntValue(size);
  std::optional<int64_t> knownCount = getConstantIntValue(count);
  int64_t known = BlockShape{extent, extent}.countInGroups(
      0, knownSize.value_or(BlockShape::kDynamic),
      knownCount.value_or(BlockShape::kDynamic), alignment);
  if (known != BlockShape::kDynamic)
    return builder.getIndexAttr(known);
  if (extent != BlockShape::kWhole)
    return buildCapacity(builder, loc, extent, size, count, alignment);
  return arith::MulIOp::create(builder, loc, count,
                               buildIndex(builder, loc, alignment))
      .getResult();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Builds a table of `size` entries. Each starts at 0 and is the result of
/// `fold` over all groups, with the index of the entry, that of the group, the
/// group's end and the entry so far.
static Value foldGroups(OpBuilder &builder, Location loc, Value ends,
                        OpFoldResult size,
                        function_ref<Value(ImplicitLocOpBuilder &, Value entry,
                                           Value group, Value end, Value sofar)>
                            fold) {
  Value init = buildZeros(builder, loc, size, builder.getI32Type());
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return fold(b, linalg::IndexOp::create(b, 0), linalg::IndexOp::create(b, 1),
                args[0], args[1]);
  };
  MLIRContext *context = builder.getContext();
  AffineMap entries = AffineMap::getMultiDimMapWithTargets(2, {0}, context);
  AffineMap groups = AffineMap::getMultiDimMapWithTargets(2, {1}, context);
  return buildGeneric(builder, loc, ends, init, {groups, entries}, body);
}

/// borders[g]: the largest end of a group before g, brought into the dimension.
static Value buildBorders(OpBuilder &builder, Location loc, Value ends,
                          OpFoldResult entries, OpFoldResult size) {
  Value last = arith::IndexCastOp::create(
      builder, loc, builder.getI32Type(),
      getValueOrCreateConstantIndexOp(builder, loc, size));
  auto fold = [&](ImplicitLocOpBuilder &b, Value entry, Value group, Value end,
                  Value sofar) -> Value {
    Value isBefore =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, group, entry);
    Value bounded = arith::MinSIOp::create(b, end, last);
    Value raised = arith::MaxSIOp::create(b, sofar, bounded);
    return arith::SelectOp::create(b, isBefore, raised, sofar);
  };
  return foldGroups(builder, loc, ends, entries, fold);
}

Value mlir::lowp::buildSpreadEnds(OpBuilder &builder, Location loc, Value ends,
                                  OpFoldResult size, int64_t start) {
  OpFoldResult count = tensor::getMixedSize(builder, loc, ends, 0);
  Value borders =
      buildBorders(builder, loc, ends, addTo(builder, loc, count, 1), size);
  auto fold = [&](ImplicitLocOpBuilder &b, Value entry, Value group, Value,
                  Value sofar) -> Value {
    Value begin = tensor::ExtractOp::create(b, borders, group);
    Value end = tensor::ExtractOp::create(b, borders, addOne(b, loc, group));
    Value steps = divideUp(b, arith::SubIOp::create(b, end, begin), start);
    Value places = arith::MulIOp::create(b, steps, buildWord(b, start));
    Value isAtOrBefore =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, group, entry);
    Value sum = arith::AddIOp::create(b, sofar, places);
    return arith::SelectOp::create(b, isAtOrBefore, sum, sofar);
  };
  return foldGroups(builder, loc, ends, count, fold);
}

/// firstBlocks[g]: the places that the blocks of groups before g take.
static Value buildFirstBlocks(OpBuilder &builder, Location loc, Value ends,
                              OpFoldResult entries, Value borders,
                              int64_t extent, int64_t alignment) {
  auto fold = [&](ImplicitLocOpBuilder &b, Value entry, Value group, Value,
                  Value sofar) -> Value {
    Value blocks = buildWord(b, 1);
    if (extent != BlockShape::kWhole) {
      Value begin = tensor::ExtractOp::create(b, borders, group);
      Value end = tensor::ExtractOp::create(b, borders, addOne(b, loc, group));
      blocks = divideUp(b, arith::SubIOp::create(b, end, begin), extent);
    }
    Value places = arith::MulIOp::create(b, divideUp(b, blocks, alignment),
                                         buildWord(b, alignment));
    Value isBefore =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, group, entry);
    Value sum = arith::AddIOp::create(b, sofar, places);
    return arith::SelectOp::create(b, isBefore, sum, sofar);
  };
  return foldGroups(builder, loc, ends, entries, fold);
}

/// For each of `size` places the group whose part of `starts` it lies in: as
/// many groups as end at or before it come first.
static Value buildGroupOf(OpBuilder &builder, Location loc, Value ends,
                          OpFoldResult size, Value starts) {
  auto fold = [&](ImplicitLocOpBuilder &b, Value entry, Value group, Value,
                  Value sofar) -> Value {
    Value end = lookUp(b, loc, starts, addOne(b, loc, group));
    Value isOver =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sle, end, entry);
    Value sum = arith::AddIOp::create(b, sofar, buildWord(b, 1));
    return arith::SelectOp::create(b, isOver, sum, sofar);
  };
  return foldGroups(builder, loc, ends, size, fold);
}

GroupedDim GroupedDim::build(OpBuilder &builder, Location loc, int64_t extent,
                             OpFoldResult size, GroupsAttr groups, Value ends) {
  // The type's number of groups counts, where it has one.
  auto type = cast<RankedTensorType>(ends.getType());
  if (!ShapedType::isDynamic(groups.getCount()))
    ends = castTensor(builder, loc, ends,
                      type.clone(ArrayRef<int64_t>{groups.getCount()}));
  if (groups.isSpread())
    ends = buildSpreadEnds(builder, loc, ends, size, groups.getStart());
  GroupedDim dim;
  dim.extent = extent;
  OpFoldResult count = tensor::getMixedSize(builder, loc, ends, 0);
  dim.count = getValueOrCreateConstantIndexOp(builder, loc, count);
  // Groups that begin where places do leave none free.
  bool areWhole = groups.keepsPlaces(extent);
  dim.capacity =
      getCapacityForBlocks(builder, loc, extent, size,
                           areWhole ? buildIndex(builder, loc, 0) : dim.count,
                           groups.getAlignment());
  OpFoldResult entries = addTo(builder, loc, count, 2);
  dim.borders = buildBorders(builder, loc, ends, entries, size);
  dim.firstBlocks = buildFirstBlocks(builder, loc, ends, entries, dim.borders,
                                     extent, groups.getAlignment());
  dim.groupOfElement = buildGroupOf(builder, loc, ends, size, dim.borders);
  dim.groupOfBlock =
      buildGroupOf(builder, loc, ends, dim.capacity, dim.firstBlocks);
  return dim;
}

GroupedDim mlir::lowp::buildSpreadGroups(OpBuilder &builder, SpreadRowsOp op,
                                         OpFoldResult rows) {
  int64_t count = op.getEnds().getType().getDimSize(0);
  auto groups = GroupsAttr::get(op.getContext(), count, /*axis=*/0,
                                /*alignment=*/1, /*start=*/1,
                                /*separate=*/false);
  return GroupedDim::build(builder, op.getLoc(), op.getStart(), rows, groups,
                           op.getEnds());
}

//===----------------------------------------------------------------------===//
// Look-ups
//===----------------------------------------------------------------------===//

Value GroupedDim::getGroupOfElement(OpBuilder &b, Location loc,
                                    Value element) const {
  return lookUp(b, loc, groupOfElement, element);
}

Value GroupedDim::getGroupOfBlock(OpBuilder &b, Location loc,
                                  Value block) const {
  return lookUp(b, loc, groupOfBlock, block);
}

Value GroupedDim::isGroup(OpBuilder &b, Location loc, Value group) const {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, group, count);
}

Value GroupedDim::getFirstElement(OpBuilder &b, Location loc,
                                  Value group) const {
  return lookUp(b, loc, borders, group);
}

Value GroupedDim::getEnd(OpBuilder &b, Location loc, Value group) const {
  return lookUp(b, loc, borders, addOne(b, loc, group));
}

Value GroupedDim::getFirstBlock(OpBuilder &b, Location loc, Value group) const {
  return lookUp(b, loc, firstBlocks, group);
}

Value GroupedDim::getEndOfBlocks(OpBuilder &b, Location loc,
                                 Value group) const {
  Value next = getFirstBlock(b, loc, addOne(b, loc, group));
  Value all = getValueOrCreateConstantIndexOp(b, loc, capacity);
  return arith::SelectOp::create(b, loc, isGroup(b, loc, group), next, all);
}

Value GroupedDim::getBlock(OpBuilder &b, Location loc, Value element) const {
  Value group = getGroupOfElement(b, loc, element);
  Value first = getFirstBlock(b, loc, group);
  if (extent == BlockShape::kWhole)
    return first;
  Value inGroup =
      arith::SubIOp::create(b, loc, element, getFirstElement(b, loc, group));
  Value block =
      arith::DivUIOp::create(b, loc, inGroup, buildIndex(b, loc, extent));
  return arith::AddIOp::create(b, loc, first, block);
}

std::pair<Value, Value> GroupedDim::getElement(OpBuilder &b, Location loc,
                                               Value block, Value inner) const {
  Value group = getGroupOfBlock(b, loc, block);
  Value index =
      arith::AddIOp::create(b, loc, getFirstElement(b, loc, group), inner);
  if (extent != BlockShape::kWhole) {
    Value blocksBefore =
        arith::SubIOp::create(b, loc, block, getFirstBlock(b, loc, group));
    Value elementsBefore =
        arith::MulIOp::create(b, loc, blocksBefore, buildIndex(b, loc, extent));
    index = arith::AddIOp::create(b, loc, index, elementsBefore);
  }
  Value isInside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         index, getEnd(b, loc, group));
  return {index, isInside};
}

Value GroupedDim::isBlock(OpBuilder &b, Location loc, Value block) const {
  if (extent != BlockShape::kWhole)
    return getElement(b, loc, block, buildIndex(b, loc, 0)).second;
  Value group = getGroupOfBlock(b, loc, block);
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, block,
                                        getFirstBlock(b, loc, group));
  return arith::AndIOp::create(b, loc, isGroup(b, loc, group), isFirst);
}
