//===- BlockShapeTest.cpp - The part of a matrix that shares a scale ------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/BlockShape.h"
#include "gtest/gtest.h"

using ::lowp::BlockShape;

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
