//===- TileOrderTest.cpp - The order in which output tiles are visited ----===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/TileOrder.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace {
using Position = std::pair<uint32_t, uint32_t>;

Position visit(uint32_t index, uint32_t rows, uint32_t columns,
               uint32_t groupM) {
  auto position = mlir::lowp::visitedTile(
      index, rows, columns, groupM,
      [](uint32_t a, uint32_t b) { return std::min(a, b); });
  return {position.row, position.column};
}

/// Positions in the order of visit.
std::vector<Position> visitAll(uint32_t rows, uint32_t columns,
                               uint32_t groupM) {
  std::vector<Position> positions;
  for (uint32_t index = 0; index < rows * columns; ++index)
    positions.push_back(visit(index, rows, columns, groupM));
  return positions;
}

/// Rows and columns of the grid, and the height of a group.
class TileOrder : public ::testing::TestWithParam<
                      std::tuple<uint32_t, uint32_t, uint32_t>> {};
} // namespace

TEST_P(TileOrder, VisitsEachTileOfTheGridOnce) {
  auto [rows, columns, groupM] = GetParam();
  std::vector<Position> order = visitAll(rows, columns, groupM);
  std::set<Position> seen(order.begin(), order.end());
  EXPECT_EQ(seen.size(), static_cast<size_t>(rows) * columns);
  for (auto [row, column] : order) {
    EXPECT_LT(row, rows);
    EXPECT_LT(column, columns);
  }
}

TEST_P(TileOrder, FinishesAGroupBeforeTheNext) {
  auto [rows, columns, groupM] = GetParam();
  uint32_t current = 0;
  for (auto [row, column] : visitAll(rows, columns, groupM)) {
    EXPECT_GE(row / groupM, current);
    current = row / groupM;
  }
}

INSTANTIATE_TEST_SUITE_P(Grids, TileOrder,
                         ::testing::Combine(::testing::Values(1u, 2u, 7u, 8u,
                                                              9u, 33u),
                                            ::testing::Values(1u, 3u, 16u),
                                            ::testing::Values(1u, 4u, 8u)));

TEST(TileOrderExamples, WalksDownTheColumnsOfAGroup) {
  std::vector<Position> expected = {{0, 0}, {1, 0}, {0, 1}, {1, 1},
                                    {2, 0}, {3, 0}, {2, 1}, {3, 1}};
  EXPECT_EQ(visitAll(/*rows=*/4, /*columns=*/2, /*groupM=*/2), expected);
}

TEST(TileOrderExamples, LastGroupMayBeLower) {
  std::vector<Position> expected = {{0, 0}, {1, 0}, {0, 1},
                                    {1, 1}, {2, 0}, {2, 1}};
  EXPECT_EQ(visitAll(/*rows=*/3, /*columns=*/2, /*groupM=*/2), expected);
}

TEST(TileOrderExamples, GroupsOfOneRowAreRowMajor) {
  std::vector<Position> expected = {{0, 0}, {0, 1}, {1, 0}, {1, 1}};
  EXPECT_EQ(visitAll(/*rows=*/2, /*columns=*/2, /*groupM=*/1), expected);
}

// Tiles in flight at the same time should need few different rows and columns
// of the operands: that is what the groups are for.
TEST(TileOrderExamples, TilesInFlightShareOperands) {
  auto countOperandTiles = [](uint32_t groupM) {
    constexpr uint32_t kInFlight = 64;
    std::set<uint32_t> rows, columns;
    for (uint32_t index = 0; index < kInFlight; ++index) {
      auto [row, column] = visit(index, /*rows=*/64, /*columns=*/64, groupM);
      rows.insert(row);
      columns.insert(column);
    }
    return rows.size() + columns.size();
  };
  EXPECT_EQ(countOperandTiles(1), 65u);
  EXPECT_EQ(countOperandTiles(8), 16u);
}
