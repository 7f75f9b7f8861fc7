//===- GroupedDim.h - A dimension divided into groups -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLINALG_GROUPEDDIM_H
#define LOWP_LIB_CONVERSION_LOWPTOLINALG_GROUPEDDIM_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "mlir/IR/Builders.h"

namespace mlir::lowp {

/// Where the groups of one dimension and their blocks lie: tables of i32, made
/// from the ends of the groups, which loops over elements and blocks look up.
///
/// Whatever the ends are, groups follow one another within the dimension. After
/// the last one the tables have an empty group more, for what lies beyond it,
/// so that no look-up leaves them. All methods but the first build
/// operations; indices are values of type index.
class GroupedDim {
public:
  /// Builds the tables for blocks of `extent` elements in a dimension of `size`
  /// elements whose groups end at `ends`. Zeros between groups belong to the
  /// group before them.
  static GroupedDim build(OpBuilder &builder, Location loc, int64_t extent,
                          OpFoldResult size, GroupsAttr groups, Value ends);

  /// How many places there are for blocks.
  OpFoldResult getCapacity() const { return capacity; }

  /// The group of an element or of a place for a block; the number of groups
  /// beyond the last one.
  Value getGroupOfElement(OpBuilder &b, Location loc, Value element) const;
  Value getGroupOfBlock(OpBuilder &b, Location loc, Value block) const;
  /// Whether there is such a group.
  Value isGroup(OpBuilder &b, Location loc, Value group) const;

  /// Where elements and blocks of a group begin.
  Value getFirstElement(OpBuilder &b, Location loc, Value group) const;
  Value getFirstBlock(OpBuilder &b, Location loc, Value group) const;
  /// Where the places of a group end: at the next group, or with the capacity.
  Value getEndOfBlocks(OpBuilder &b, Location loc, Value group) const;

  /// The place of the block that an element of a group belongs to.
  Value getBlock(OpBuilder &b, Location loc, Value element) const;
  /// Whether a place has a block: else it is padding.
  Value isBlock(OpBuilder &b, Location loc, Value block) const;
  /// The index of element `inner` of a block, and whether the block has it.
  std::pair<Value, Value> getElement(OpBuilder &b, Location loc, Value block,
                                     Value inner) const;

private:
  Value getEnd(OpBuilder &b, Location loc, Value group) const;

  int64_t extent = 1;
  OpFoldResult capacity;
  /// The number of groups, of type index.
  Value count;
  /// [count + 2]: group g has the elements from entry g to entry g + 1.
  Value borders;
  /// [count + 2]: the blocks of group g begin at entry g.
  Value firstBlocks;
  /// An entry per element and per place of a block.
  Value groupOfElement, groupOfBlock;
};

/// Where groups of `size` elements that end at `ends` end if each of them
/// begins at a multiple of `start` elements, and what is free between two
/// belongs to the first.
Value buildSpreadEnds(OpBuilder &builder, Location loc, Value ends,
                      OpFoldResult size, int64_t start);

/// The groups of the rows of the input of `op`, `rows` of them, in blocks of as
/// many rows as the places of a group are a multiple of.
GroupedDim buildSpreadGroups(OpBuilder &builder, SpreadRowsOp op,
                             OpFoldResult rows);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LOWPTOLINALG_GROUPEDDIM_H
