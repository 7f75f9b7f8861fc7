//===- LifetimeArena.cpp - Memory that is shared by lifetime --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/LifetimeArena.h"

#include <algorithm>

using namespace mlir::lowp;

/// What lives at a step from `first` to `last`, by offset.
std::vector<LifetimeArena::Piece>
LifetimeArena::findNeighbours(int64_t first, int64_t last) const {
  std::vector<Piece> found;
  for (const Piece &piece : pieces)
    if (piece.first <= last && first <= piece.last)
      found.push_back(piece);
  return found;
}

std::optional<int64_t> LifetimeArena::place(int64_t size, int64_t first,
                                            int64_t last) {
  auto align = [&](int64_t offset) {
    return (offset + alignment - 1) / alignment * alignment;
  };
  std::optional<int64_t> best;
  int64_t smallest = limit, start = 0;
  for (const Piece &piece : findNeighbours(first, last)) {
    int64_t gap = piece.offset - start;
    if (gap >= size && gap < smallest) {
      best = start;
      smallest = gap;
    }
    start = std::max(start, align(piece.end));
  }
  if (!best && start <= limit && size <= limit - start)
    best = start;
  if (!best)
    return std::nullopt;
  Piece placed = {first, last, *best, *best + size};
  auto after = std::upper_bound(
      pieces.begin(), pieces.end(), placed,
      [](const Piece &a, const Piece &b) { return a.offset < b.offset; });
  pieces.insert(after, placed);
  bytes = std::max(bytes, placed.end);
  return best;
}
