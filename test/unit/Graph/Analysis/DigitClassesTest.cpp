//===- DigitClassesTest.cpp - Lists of digits that are one ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/DigitClasses.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

TEST(DigitClassesTest, DividesLargerDigits) {
  DigitClasses classes({6, 4, 2, 12});
  EXPECT_TRUE(classes.joinLists({0, 1}, {2, 3}));
  SmallVector<int64_t> sizes;
  for (unsigned digit : classes.getDigits({2, 3}))
    sizes.push_back(classes.getSize(digit));
  EXPECT_EQ(sizes, SmallVector<int64_t>({2, 3, 4}));
  EXPECT_EQ(classes.getDigits({0, 1}), classes.getDigits({2, 3}));
}

TEST(DigitClassesTest, RefusesDigitsThatDoNotDivide) {
  DigitClasses classes({6, 4, 4, 6});
  EXPECT_FALSE(classes.joinLists({0, 1}, {2, 3}));
}

TEST(DigitClassesTest, RefusesDigitsWithoutPoints) {
  DigitClasses classes({0, 4, 2, 0});
  EXPECT_FALSE(classes.joinLists({0, 1}, {2, 3}));
}

} // namespace
