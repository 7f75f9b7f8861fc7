//===- PartTest.cpp - The table of parts -------------------------------- -===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Cost/Part.h"

#include "gtest/gtest.h"

using namespace mlir::lowp;

TEST(Part, TheFirstOfAChipStandsForIt) {
  ASSERT_TRUE(getUsualPart("sm_90a"));
  EXPECT_EQ(getUsualPart("sm_90a")->name, "h200");
  EXPECT_EQ(getUsualPart("sm_10"), nullptr);
  EXPECT_EQ(lookupPart("h1000"), nullptr);
  EXPECT_EQ(listParts("sm_90a"), "h200, h100, h100-2400");
}

TEST(Part, EachHasItsNumbers) {
  for (const PartFacts &part : getParts()) {
    EXPECT_EQ(lookupPart(part.name), &part);
    EXPECT_GT(part.multiprocessors, 0) << part.name;
    EXPECT_GE(part.teraflops8, part.teraflops16) << part.name;
    EXPECT_NEAR(part.getTeraflops(32), part.getTeraflops(16) / 2, 0.1)
        << part.name;
    // Not more than the data sheet says.
    EXPECT_LT(part.memoryBytesPerCycle * part.clockGHz, part.memoryGBPerSecond)
        << part.name;
  }
}

TEST(Part, ClustersThatNobodyCountedFillTheChip) {
  EXPECT_EQ(lookupPart("h200")->countClusterSlots(3), 40);
  EXPECT_EQ(lookupPart("b200")->countClusterSlots(4), 37);
}
