//===- LifetimeArenaTest.cpp - Memory that is shared by lifetime ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/LifetimeArena.h"
#include "gtest/gtest.h"

using mlir::lowp::LifetimeArena;

TEST(LifetimeArena, PiecesOfOtherTimesShareMemory) {
  LifetimeArena arena(/*alignment=*/1);
  EXPECT_EQ(arena.place(64, 0, 1), 0);
  EXPECT_EQ(arena.place(32, 2, 3), 0);
  EXPECT_EQ(arena.getBytes(), 64);
}

TEST(LifetimeArena, PiecesOfOneStepLieSideBySide) {
  LifetimeArena arena(/*alignment=*/1);
  EXPECT_EQ(arena.place(64, 0, 1), 0);
  EXPECT_EQ(arena.place(32, 1, 2), 64);
  EXPECT_EQ(arena.getBytes(), 96);
}

TEST(LifetimeArena, TheSmallestGapIsTaken) {
  LifetimeArena arena(/*alignment=*/1);
  ASSERT_EQ(arena.place(40, 5, 5), 0);
  ASSERT_EQ(arena.place(10, 0, 5), 40);
  ASSERT_EQ(arena.place(20, 5, 5), 50);
  ASSERT_EQ(arena.place(10, 0, 5), 70);
  // There are gaps of 40 and 20, and all bytes after 80.
  EXPECT_EQ(arena.place(15, 1, 2), 50);
  EXPECT_EQ(arena.place(30, 1, 2), 0);
  EXPECT_EQ(arena.place(30, 1, 2), 80);
}

TEST(LifetimeArena, PiecesAreAligned) {
  LifetimeArena arena(/*alignment=*/256);
  EXPECT_EQ(arena.place(1, 0, 1), 0);
  EXPECT_EQ(arena.place(1, 0, 1), 256);
  EXPECT_EQ(arena.getBytes(), 257);
}

TEST(LifetimeArena, NothingLiesBeyondTheLimit) {
  LifetimeArena arena(/*alignment=*/16, /*limit=*/64);
  EXPECT_EQ(arena.place(40, 0, 1), 0);
  EXPECT_EQ(arena.place(17, 0, 1), std::nullopt);
  EXPECT_EQ(arena.place(16, 0, 1), 48);
  EXPECT_EQ(arena.place(65, 2, 2), std::nullopt);
  EXPECT_EQ(arena.place(64, 2, 2), 0);
}
