//===- PartTest.cpp - The table of parts -------------------------------- -===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parts.h"

#include "gtest/gtest.h"

using namespace mlir::lowp;

TEST(Part, TheFirstOfAChipStandsForIt) {
  ASSERT_TRUE(getPartTable().getUsual("sm_90a"));
  EXPECT_EQ(getPartTable().getUsual("sm_90a")->name, "h200");
  EXPECT_EQ(getPartTable().getUsual("sm_10"), nullptr);
  EXPECT_EQ(getPartTable().lookup("h1000"), nullptr);
  EXPECT_EQ(getPartTable().list("sm_90a"), "h200, h100, h100-2400");
}

TEST(Part, EachHasItsNumbers) {
  for (const PartFacts &part : getPartTable().getParts()) {
    EXPECT_EQ(getPartTable().lookup(part.name), &part);
    EXPECT_GT(part.multiprocessors, 0) << part.name;
    EXPECT_GE(part.teraflops8, part.teraflops16) << part.name;
    EXPECT_NEAR(part.getTeraflops(32), part.getTeraflops(16) / 2, 0.1)
        << part.name;
    EXPECT_EQ(part.teraflopsScaled8 == 0, part.teraflopsScaled4 == 0)
        << part.name;
    // Not more than the data sheet says.
    EXPECT_LT(part.memoryBytesPerCycle * part.clockGHz, part.memoryGBPerSecond)
        << part.name;
  }
}

// A rate per cycle is that of the data sheet, whatever is multiplied.
TEST(Part, RatesPerCycleAreThoseOfTheDataSheet) {
  for (const PartFacts &part : getPartTable().getParts()) {
    auto count = [&](double products, double bytes) {
      return 2e-3 * products / bytes * part.clockGHz *
             static_cast<double>(part.multiprocessors);
    };
    const ProductRates &products = part.productsPerCycle;
    EXPECT_NEAR(count(products.plain, 1), part.teraflops8, 1e-6) << part.name;
    EXPECT_NEAR(count(products.scaled8, 1), part.teraflopsScaled8, 1e-6)
        << part.name;
    EXPECT_NEAR(count(products.scaled6, 1), part.teraflopsScaled6, 1e-6)
        << part.name;
    EXPECT_NEAR(count(products.scaled4, 0.5), part.teraflopsScaled4, 1e-6)
        << part.name;
    // Plain products of fewer bytes take no less time per byte.
    EXPECT_NEAR(count(products.plain, 2), part.teraflops16,
                0.001 * part.teraflops16)
        << part.name;
  }
}

// A GeForce multiplies 8 bits with scales twice as fast as without.
TEST(Part, TheKindOfProductTellsTheRate) {
  const ProductRates &rates =
      getPartTable().lookup("rtx5090")->productsPerCycle;
  EXPECT_NEAR(rates.get(16, false), 512, 1);
  EXPECT_NEAR(rates.get(8, false), 512, 1);
  EXPECT_NEAR(rates.get(8, true), 1024, 1);
  EXPECT_NEAR(rates.get(6, true), 512, 1);
  EXPECT_NEAR(rates.get(4, true), 1024, 1);
  EXPECT_EQ(getPartTable().lookup("h200")->productsPerCycle.get(8, true), 0);
}

TEST(Part, ClustersThatNobodyCountedFillTheChip) {
  EXPECT_EQ(getPartTable().lookup("h200")->countClusterSlots(3), 40);
  EXPECT_EQ(getPartTable().lookup("b200")->countClusterSlots(4), 37);
}
