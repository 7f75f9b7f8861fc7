//===- TileOrder.h - The order in which tiles are visited -------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_TILEORDER_H
#define LOWP_SUPPORT_TILEORDER_H

#include <cstdint>

namespace mlir::lowp {

/// Position of a tile in the grid of tiles.
template <typename Int>
struct TilePosition {
  Int row;
  Int column;
};

/// Maps the `index`-th visited tile to its position. Tiles are visited in
/// groups of `groupM` tile rows, down each column of a group first, so that the
/// tiles in flight share operand tiles in the L2 cache.
///
/// `Int` is any unsigned integer type with + - * / %, and `minimum` its
/// minimum: the device code and the host tests run the same formula.
template <typename Int, typename Minimum>
TilePosition<Int> visitedTile(Int index, Int rows, Int columns, Int groupM,
                              Minimum minimum) {
  Int perGroup = columns * groupM;
  Int firstRow = (index / perGroup) * groupM;
  Int inGroup = index % perGroup;
  Int height = minimum(rows - firstRow, groupM);
  return {firstRow + inGroup % height, inGroup / height};
}

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_TILEORDER_H
