//===- BlockShape.h - The part of a matrix that shares a scale --*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_BLOCKSHAPE_H
#define LOWP_SUPPORT_BLOCKSHAPE_H

#include <cstdint>
#include <limits>

namespace mlir::lowp {

/// Extents of the block of a matrix that shares one scale. An extent of
/// `kWhole` reaches over the whole dimension, whatever its size. The last
/// block of a dimension may be ragged (smaller than the extent).
struct BlockShape {
  static constexpr int64_t kWhole = 0;
  /// Marks a size that is known only at run time (the value MLIR uses).
  static constexpr int64_t kDynamic = std::numeric_limits<int64_t>::min();

  int64_t rows;
  int64_t columns;

  /// The extent along dimension `dim` (0: rows, 1: columns).
  constexpr int64_t extent(unsigned dim) const {
    return dim == 0 ? rows : columns;
  }

  /// The same block seen on the transposed matrix.
  constexpr BlockShape transposed() const { return {columns, rows}; }

  /// Number of blocks along a dimension of `size` elements: 1 for a whole
  /// dimension, `kDynamic` for an unknown size.
  constexpr int64_t count(unsigned dim, int64_t size) const {
    if (extent(dim) == kWhole)
      return 1;
    if (size == kDynamic)
      return kDynamic;
    return size / extent(dim) + (size % extent(dim) != 0);
  }

  /// Capacity, in blocks, along a dimension of `size` elements that is divided
  /// into `groups` groups, whose ends are known at run time only: each group
  /// has blocks of its own and begins at a multiple of `alignment` blocks. No
  /// division into that many groups takes more, and some division takes all of
  /// it. A group has one block of a whole dimension. `kDynamic` where the
  /// capacity depends on an unknown number.
  constexpr int64_t countInGroups(unsigned dim, int64_t size, int64_t groups,
                                  int64_t alignment) const {
    if (extent(dim) == kWhole)
      return groups == kDynamic ? kDynamic : groups * alignment;
    int64_t step = extent(dim) * alignment;
    if (step == 1)
      return size;
    if (size == kDynamic || groups == kDynamic)
      return kDynamic;
    return (size + groups * (step - 1)) / step * alignment;
  }

  constexpr bool operator==(const BlockShape &other) const {
    return rows == other.rows && columns == other.columns;
  }
  constexpr bool operator!=(const BlockShape &other) const {
    return !(*this == other);
  }
};

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_BLOCKSHAPE_H
