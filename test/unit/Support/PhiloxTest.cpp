//===- PhiloxTest.cpp - Counter-based random bits -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/Philox.h"
#include "gtest/gtest.h"

using mlir::lowp::Philox;

/// The known answers that come with the published generator.
TEST(Philox, GivesTheKnownAnswers) {
  EXPECT_EQ(Philox::words({0, 0, 0, 0}, 0),
            (Philox::Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr uint32_t ones = 0xffffffff;
  EXPECT_EQ(Philox::words({ones, ones, ones, ones}, ~uint64_t(0)),
            (Philox::Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox::words({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                          0x299f31d0a4093822),
            (Philox::Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, NeighboursOfARowShareACounter) {
  Philox::Words words = Philox::words({2, 7, 0, 0}, 99);
  for (uint32_t lane = 0; lane < 4; ++lane)
    EXPECT_EQ(Philox::wordOf(99, 7, 8 + lane), words[lane]);
  EXPECT_NE(Philox::wordOf(99, 7, 8), Philox::wordOf(99, 8, 7));
}
