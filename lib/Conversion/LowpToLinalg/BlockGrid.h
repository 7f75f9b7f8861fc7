//===- BlockGrid.h - How blocks lie on a matrix -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKGRID_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKGRID_H

#include "GroupedDim.h"
#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "lowp/Support/BlockShape.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// The blocks of a matrix, in groups or not: which block an element belongs to
/// and which elements a block has. All methods that take a builder build
/// operations.
class BlockGrid {
public:
  /// Blocks that begin at row 0 and column 0.
  BlockGrid(BlockShape block, ArrayRef<OpFoldResult> sizes);
  /// Blocks that begin anew in each of `groups`, which end at `ends`; both
  /// may be null.
  BlockGrid(OpBuilder &builder, Location loc, BlockShape block,
            ArrayRef<OpFoldResult> sizes, GroupsAttr groups, Value ends);
  /// The blocks of the recipe of `type`.
  BlockGrid(OpBuilder &builder, Location loc, ScaledType type,
            ArrayRef<OpFoldResult> sizes, Value ends);

  BlockShape getBlockShape() const { return block; }
  ArrayRef<OpFoldResult> getSizes() const { return sizes; }

  /// The dimension that is divided into groups, if there is one.
  std::optional<unsigned> getGroupedDim() const { return groupedDim; }
  /// How it is divided; only for grids with groups.
  const GroupedDim &getGroups() const { return *groups; }
  /// The same groups in a grid of other blocks, as large along the dimension
  /// that is divided. Without groups if that is not `dim`.
  BlockGrid withBlocks(BlockShape block, unsigned dim,
                       ArrayRef<OpFoldResult> sizes) const;

  /// The sizes of the scale matrix.
  SmallVector<OpFoldResult> getCounts(OpBuilder &builder, Location loc) const;
  /// The position, along dimension `dim`, of the block that holds `index`.
  Value getBlockIndex(OpBuilder &builder, Location loc, unsigned dim,
                      Value index) const;

  /// Whether element (row, column) belongs to a block; null for always.
  Value isInGroup(OpBuilder &builder, Location loc, ValueRange element) const;
  /// Whether entry (i, j) of the scale matrix belongs to a block; null for
  /// always.
  Value isBlock(OpBuilder &builder, Location loc, ValueRange entry) const;
  /// The position of a group in the scale matrix of a grid with one block per
  /// group; `entry` is one of this grid's blocks. (0, 0) without groups.
  SmallVector<Value> getGroupEntry(OpBuilder &builder, Location loc,
                                   ValueRange entry) const;

private:
  BlockShape block;
  SmallVector<OpFoldResult> sizes;
  std::optional<unsigned> groupedDim;
  std::optional<GroupedDim> groups;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_BLOCKGRID_H
