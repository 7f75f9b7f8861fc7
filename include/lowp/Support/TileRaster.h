//===- TileRaster.h - The order in which tiles are visited ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_TILERASTER_H
#define LOWP_SUPPORT_TILERASTER_H

#include <cstdint>

namespace lowp {

/// Position of a tile in the grid of tiles.
template <typename Int>
struct TilePosition {
  Int row;
  Int column;
};

/// Maps the `index`-th visited tile to its position. Tiles are visited in
/// strips of `strip` tile rows, down each column of a strip first, so that the
/// tiles in flight share operand tiles in the L2 cache.
///
/// `Int` is any unsigned integer type with + - * / %, and `minimum` its
/// minimum: the device code and the host tests run the same formula.
template <typename Int, typename Minimum>
TilePosition<Int> visitedTile(Int index, Int rows, Int columns, Int strip,
                              Minimum minimum) {
  Int perStrip = columns * strip;
  Int firstRow = (index / perStrip) * strip;
  Int inStrip = index % perStrip;
  Int height = minimum(rows - firstRow, strip);
  return {firstRow + inStrip % height, inStrip / height};
}

} // namespace lowp

#endif // LOWP_SUPPORT_TILERASTER_H
