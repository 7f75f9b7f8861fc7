//===- LifetimeArena.h - Memory that is shared by lifetime ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_LIFETIMEARENA_H
#define LOWP_SUPPORT_LIFETIMEARENA_H

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace mlir::lowp {

/// Memory in which pieces lie side by side while they live.
class LifetimeArena {
public:
  /// Pieces begin at multiples of `alignment` and end at `limit` at the latest.
  explicit LifetimeArena(int64_t alignment,
                         int64_t limit = std::numeric_limits<int64_t>::max())
      : alignment(alignment), limit(limit) {}

  /// Where a piece lies that lives from step `first` to step `last`: in the
  /// smallest gap that has room for it, else after all that live meanwhile.
  /// Nothing where there is no room.
  std::optional<int64_t> place(int64_t bytes, int64_t first, int64_t last);

  /// Where the last piece ends.
  int64_t getBytes() const { return bytes; }

private:
  struct Piece {
    int64_t first, last, offset, end;
  };

  std::vector<Piece> findNeighbours(int64_t first, int64_t last) const;

  int64_t alignment, limit, bytes = 0;
  /// By offset.
  std::vector<Piece> pieces;
};

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_LIFETIMEARENA_H
