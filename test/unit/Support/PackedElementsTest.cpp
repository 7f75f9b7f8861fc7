//===- PackedElementsTest.cpp - Elements of less than 8 bits --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/PackedElements.h"
#include "gtest/gtest.h"

using mlir::lowp::PackedElements;

TEST(PackedElements, TwoElementsOfFourBitsShareAByte) {
  constexpr PackedElements packed(4);
  static_assert(packed.group() == 2 && packed.bytesOfGroup() == 1);
  EXPECT_EQ(packed.bytesOf(0), 0);
  EXPECT_EQ(packed.bytesOf(7), 4);
  EXPECT_EQ(packed.elementsIn(4), 8);
  EXPECT_EQ(packed.byteOf(5), 2);
  EXPECT_EQ(packed.shiftOf(4), 0u);
  EXPECT_EQ(packed.shiftOf(5), 4u);
}

TEST(PackedElements, SixteenElementsOfSixBitsTakeTwelveBytes) {
  constexpr PackedElements packed(6);
  static_assert(packed.group() == 16 && packed.bytesOfGroup() == 12);
  EXPECT_EQ(packed.bytesOf(1), 12);
  EXPECT_EQ(packed.bytesOf(16), 12);
  EXPECT_EQ(packed.bytesOf(17), 24);
  EXPECT_EQ(packed.elementsIn(24), 32);
  EXPECT_EQ(packed.byteOf(15), 11);
  EXPECT_EQ(packed.shiftOf(15), 2u);
}
