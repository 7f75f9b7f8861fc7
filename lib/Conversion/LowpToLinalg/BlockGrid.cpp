//===- BlockGrid.cpp - How blocks lie on a matrix -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockGrid.h"
#include "LinalgBuilders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::lowp;

/// ceil(size / extent).
static OpFoldResult divideUp(OpBuilder &builder, Location loc,
                             OpFoldResult size, int64_t extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return builder.getIndexAttr((*constant + extent - 1) / extent);
  if (extent == 1)
    return size;
  Value raised = arith::AddIOp::create(builder, loc, cast<Value>(size),
                                       buildIndex(builder, loc, extent - 1));
  return arith::DivUIOp::create(builder, loc, raised,
                                buildIndex(builder, loc, extent))
      .getResult();
}

BlockGrid::BlockGrid(BlockShape block, ArrayRef<OpFoldResult> sizes)
    : block(block), sizes(sizes) {}

BlockGrid::BlockGrid(OpBuilder &builder, Location loc, BlockShape block,
                     ArrayRef<OpFoldResult> sizes, GroupsAttr division,
                     Value ends)
    : BlockGrid(block, sizes) {
  if (!division)
    return;
  groupedDim = division.getAxis();
  groups = GroupedDim::build(builder, loc, block.extent(*groupedDim),
                             sizes[*groupedDim], division, ends);
}

BlockGrid::BlockGrid(OpBuilder &builder, Location loc, ScaledType type,
                     ArrayRef<OpFoldResult> sizes, Value ends)
    : BlockGrid(builder, loc, type.getRecipe().getBlockShape(), sizes,
                type.getGroups(), ends) {}

BlockGrid BlockGrid::withBlocks(BlockShape blocks, unsigned dim,
                                ArrayRef<OpFoldResult> sizes) const {
  BlockGrid grid(blocks, sizes);
  if (groupedDim != dim)
    return grid;
  grid.groupedDim = groupedDim;
  grid.groups = groups;
  return grid;
}

SmallVector<OpFoldResult> BlockGrid::getCounts(OpBuilder &builder,
                                               Location loc) const {
  SmallVector<OpFoldResult> counts;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (groupedDim == dim)
      counts.push_back(groups->getCapacity());
    else if (block.extent(dim) == BlockShape::kWhole)
      counts.push_back(builder.getIndexAttr(1));
    else
      counts.push_back(divideUp(builder, loc, size, block.extent(dim)));
  }
  return counts;
}

Value BlockGrid::getBlockIndex(OpBuilder &builder, Location loc, unsigned dim,
                               Value index) const {
  if (groupedDim == dim)
    return groups->getBlock(builder, loc, index);
  int64_t extent = block.extent(dim);
  if (extent == BlockShape::kWhole)
    return buildIndex(builder, loc, 0);
  if (extent == 1)
    return index;
  return arith::DivUIOp::create(builder, loc, index,
                                buildIndex(builder, loc, extent));
}

Value BlockGrid::isInGroup(OpBuilder &builder, Location loc,
                           ValueRange element) const {
  if (!groupedDim)
    return {};
  return groups->isGroup(
      builder, loc,
      groups->getGroupOfElement(builder, loc, element[*groupedDim]));
}

Value BlockGrid::isBlock(OpBuilder &builder, Location loc,
                         ValueRange entry) const {
  if (!groupedDim)
    return {};
  return groups->isBlock(builder, loc, entry[*groupedDim]);
}

SmallVector<Value> BlockGrid::getGroupEntry(OpBuilder &builder, Location loc,
                                            ValueRange entry) const {
  SmallVector<Value> position(2, buildIndex(builder, loc, 0));
  if (groupedDim)
    position[*groupedDim] =
        groups->getGroupOfBlock(builder, loc, entry[*groupedDim]);
  return position;
}
