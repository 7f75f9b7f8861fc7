//===- TileRasterTest.cpp - The order in which output tiles are visited ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/TileRaster.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace {
using Position = std::pair<uint32_t, uint32_t>;

Position visit(uint32_t index, uint32_t rows, uint32_t columns,
               uint32_t strip) {
  auto position = ::lowp::visitedTile(
      index, rows, columns, strip,
      [](uint32_t a, uint32_t b) { return std::min(a, b); });
  return {position.row, position.column};
}

/// Positions in the order of visit.
std::vector<Position> visitAll(uint32_t rows, uint32_t columns,
                               uint32_t strip) {
  std::vector<Position> positions;
  for (uint32_t index = 0; index < rows * columns; ++index)
    positions.push_back(visit(index, rows, columns, strip));
  return positions;
}

/// Rows and columns of the grid, and the height of a strip.
class TileRaster : public ::testing::TestWithParam<
                       std::tuple<uint32_t, uint32_t, uint32_t>> {};
} // namespace

TEST_P(TileRaster, VisitsEachTileOfTheGridOnce) {
  auto [rows, columns, strip] = GetParam();
  std::vector<Position> order = visitAll(rows, columns, strip);
  std::set<Position> seen(order.begin(), order.end());
  EXPECT_EQ(seen.size(), static_cast<size_t>(rows) * columns);
  for (auto [row, column] : order) {
    EXPECT_LT(row, rows);
    EXPECT_LT(column, columns);
  }
}

TEST_P(TileRaster, FinishesAStripBeforeTheNext) {
  auto [rows, columns, strip] = GetParam();
  uint32_t current = 0;
  for (auto [row, column] : visitAll(rows, columns, strip)) {
    EXPECT_GE(row / strip, current);
    current = row / strip;
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, TileRaster,
                         ::testing::Combine(::testing::Values(1u, 2u, 7u, 8u,
                                                              9u, 33u),
                                            ::testing::Values(1u, 3u, 16u),
                                            ::testing::Values(1u, 4u, 8u)));

TEST(TileRasterOrder, WalksDownTheColumnsOfAStrip) {
  std::vector<Position> expected = {{0, 0}, {1, 0}, {0, 1}, {1, 1},
                                    {2, 0}, {3, 0}, {2, 1}, {3, 1}};
  EXPECT_EQ(visitAll(/*rows=*/4, /*columns=*/2, /*strip=*/2), expected);
}

TEST(TileRasterOrder, LastStripMayBeLower) {
  std::vector<Position> expected = {{0, 0}, {1, 0}, {0, 1},
                                    {1, 1}, {2, 0}, {2, 1}};
  EXPECT_EQ(visitAll(/*rows=*/3, /*columns=*/2, /*strip=*/2), expected);
}

TEST(TileRasterOrder, StripsOfOneRowAreRowMajor) {
  std::vector<Position> expected = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(visitAll(/*rows=*/2, /*columns=*/2, /*strip=*/1), expected);
}

// Tiles in flight at the same time should need few different rows and columns
// of the operands: that is what the strips are for.
TEST(TileRasterOrder, TilesInFlightShareOperands) {
  auto countOperandTiles = [](uint32_t strip) {
    constexpr uint32_t kInFlight = 64;
    std::set<uint32_t> rows, columns;
    for (uint32_t index = 0; index < kInFlight; ++index) {
      auto [row, column] = visit(index, /*rows=*/64, /*columns=*/64, strip);
      rows.insert(row);
      columns.insert(column);
    }
    return rows.size() + columns.size();
  };
  EXPECT_EQ(countOperandTiles(1), 65u);
  EXPECT_EQ(countOperandTiles(8), 16u);
}
