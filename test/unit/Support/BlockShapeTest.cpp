//===- BlockShapeTest.cpp - The part of a matrix that shares a scale ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/BlockShape.h"
#include "gtest/gtest.h"

#include <algorithm>

using mlir::lowp::BlockShape;

TEST(BlockShape, CountsFullBlocks) {
  BlockShape block = {1, 128};
  EXPECT_EQ(block.count(0, 64), 64);
  EXPECT_EQ(block.count(1, 256), 2);
}

TEST(BlockShape, CountsRaggedLastBlock) {
  BlockShape block = {128, 128};
  EXPECT_EQ(block.count(0, 10944), 86);
  EXPECT_EQ(block.count(1, 576), 5);
  EXPECT_EQ(block.count(1, 1), 1);
}

TEST(BlockShape, CountsNoBlocksOfAnEmptyDimension) {
  EXPECT_EQ((BlockShape{1, 128}.count(0, 0)), 0);
  EXPECT_EQ((BlockShape{1, 128}.count(1, 0)), 0);
}

TEST(BlockShape, WholeDimensionIsOneBlockWhateverItsSize) {
  BlockShape block = {BlockShape::kWhole, BlockShape::kWhole};
  EXPECT_EQ(block.count(0, 7), 1);
  EXPECT_EQ(block.count(1, BlockShape::kDynamic), 1);
}

TEST(BlockShape, UnknownSizeHasUnknownCount) {
  EXPECT_EQ((BlockShape{1, 128}.count(1, BlockShape::kDynamic)),
            BlockShape::kDynamic);
}

TEST(BlockShape, TransposedSwapsExtents) {
  BlockShape block = {1, 128};
  EXPECT_EQ(block.transposed(), (BlockShape{128, 1}));
  EXPECT_EQ(block.transposed().transposed(), block);
  EXPECT_NE(block.transposed(), block);
  EXPECT_EQ(block.transposed().extent(0), 128);
}

namespace {
/// The most places that blocks take when at most `size` elements are divided
/// into `groups` groups: by trying all divisions.
int64_t largestUse(const BlockShape &block, int64_t size, int64_t groups,
                   int64_t alignment) {
  if (groups == 0)
    return 0;
  int64_t largest = 0;
  for (int64_t first = 0; first <= size; ++first) {
    int64_t blocks = block.count(0, first);
    int64_t places = (blocks + alignment - 1) / alignment * alignment;
    largest = std::max(largest, places + largestUse(block, size - first,
                                                    groups - 1, alignment));
  }
  return largest;
}
} // namespace

TEST(BlockShape, GroupsHaveCapacityForAnyDivisionAndNoMore) {
  for (int64_t extent : {int64_t(1), int64_t(2), BlockShape::kWhole})
    for (int64_t alignment : {1, 2, 4})
      for (int64_t groups : {1, 2, 4})
        for (int64_t size = groups; size < 16; ++size) {
          BlockShape block = {extent, 1};
          EXPECT_EQ(block.countInGroups(0, size, groups, alignment),
                    largestUse(block, size, groups, alignment));
        }
}

TEST(BlockShape, FewerElementsThanGroupsHaveEnoughCapacity) {
  for (int64_t extent : {1, 3})
    for (int64_t size = 0; size < 4; ++size) {
      BlockShape block = {extent, 1};
      EXPECT_GE(block.countInGroups(0, size, 4, 2),
                largestUse(block, size, 4, 2));
    }
}

TEST(BlockShape, CapacityOfGroupsIsKnownWhereNothingUnknownMatters) {
  constexpr int64_t unknown = BlockShape::kDynamic;
  EXPECT_EQ((BlockShape{1, 128}.countInGroups(0, 1000, unknown, 1)), 1000);
  EXPECT_EQ((BlockShape{1, 0}.countInGroups(1, unknown, 8, 4)), 32);
  EXPECT_EQ((BlockShape{1, 128}.countInGroups(0, 1000, 8, 128)), 1920);
  EXPECT_EQ((BlockShape{1, 128}.countInGroups(0, unknown, 8, 128)), unknown);
  EXPECT_EQ((BlockShape{1, 128}.countInGroups(1, 1000, unknown, 1)), unknown);
  EXPECT_EQ((BlockShape{1, 0}.countInGroups(1, 1000, unknown, 1)), unknown);
}
