//===- StorageDigitsTest.cpp - Positions as digits ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Interfaces/StorageDigits.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>
#include <set>

using namespace mlir;
using namespace mlir::lowp;

namespace {
class StorageDigitsTest : public testing::Test {
protected:
  AffineExpr dim(unsigned index) { return getAffineDimExpr(index, &context); }
  AffineMap map(ArrayRef<AffineExpr> results) {
    return AffineMap::get(2, 0, results, &context);
  }

  /// Whether both dimensions have all their digits.
  bool isLayout(ArrayRef<AffineExpr> results) {
    FailureOr<StorageDigits> digits = matchStorageDigits(map(results));
    return succeeded(digits) && isComplete(*digits, 0) &&
           isComplete(*digits, 1);
  }

  MLIRContext context;
  AffineExpr s = dim(0), f = dim(1);
};
} // namespace

TEST_F(StorageDigitsTest, CompleteDigits) {
  EXPECT_TRUE(isLayout({s, f}));
  EXPECT_TRUE(isLayout({f, s}));
  EXPECT_TRUE(isLayout({s.floorDiv(8), f.floorDiv(16), s % 8, f % 16}));
  EXPECT_TRUE(isLayout({f.floorDiv(16), s, f.floorDiv(4) % 4, f % 4}));
  EXPECT_TRUE(isLayout({f.floorDiv(16), s, (f % 16).floorDiv(4), f % 4}));
  // An index that is always 0.
  EXPECT_TRUE(isLayout({s, f, getAffineConstantExpr(0, &context)}));
  EXPECT_TRUE(isLayout({f.floorDiv(1), s, f % 1}));
}

TEST_F(StorageDigitsTest, NoDigits) {
  EXPECT_TRUE(failed(matchStorageDigits(map({s, s + f}))));
  EXPECT_TRUE(failed(matchStorageDigits(map({s * 2, f}))));
  EXPECT_TRUE(failed(matchStorageDigits(map({s, f.ceilDiv(8), f % 8}))));
  EXPECT_TRUE(
      failed(matchStorageDigits(map({s, getAffineConstantExpr(3, &context)}))));
  // Values of different width.
  EXPECT_TRUE(failed(matchStorageDigits(map({s, (f % 10).floorDiv(4)}))));
  EXPECT_TRUE(failed(matchStorageDigits(map({s, (f % 10) % 4}))));
  // A weight that no number holds.
  AffineExpr far = f.floorDiv(int64_t(1) << 40) % (int64_t(1) << 40);
  EXPECT_TRUE(failed(
      matchStorageDigits(map({s, far.floorDiv(int64_t(1) << 39) % 2, f}))));
}

TEST_F(StorageDigitsTest, IncompleteDigits) {
  EXPECT_FALSE(isLayout({s}));
  EXPECT_FALSE(isLayout({s, s}));
  EXPECT_FALSE(isLayout({s, f % 8}));
  EXPECT_FALSE(isLayout({s, f.floorDiv(8)}));
  EXPECT_FALSE(isLayout({s, f.floorDiv(8), f % 4}));
  EXPECT_FALSE(isLayout({s, f.floorDiv(8), f % 8, f % 8}));
  EXPECT_FALSE(isLayout({s, f, f.floorDiv(8), f % 8}));
  EXPECT_FALSE(isLayout({s, f, f}));
  EXPECT_FALSE(isLayout({s, f.floorDiv(16), f.floorDiv(4) % 8, f % 4}));
}

TEST_F(StorageDigitsTest, RandomDigitsCanBeUndone) {
  std::mt19937 random(7);
  auto below = [&](unsigned bound) -> int64_t { return random() % bound; };
  for (int round = 0; round < 200; ++round) {
    SmallVector<AffineExpr> results;
    for (AffineExpr position : {s, f}) {
      int64_t weight = 1;
      for (int64_t digits = below(3); digits > 0; --digits) {
        int64_t count = 1 + below(5);
        results.push_back(position.floorDiv(weight) % count);
        weight *= count;
      }
      results.push_back(position.floorDiv(weight));
    }
    std::shuffle(results.begin(), results.end(), random);
    ASSERT_TRUE(isLayout(results));
    StorageDigits digits = *matchStorageDigits(map(results));
    AffineMap elements = getElementMap(digits, &context);
    int64_t sizes[] = {1 + below(20), 1 + below(20)};
    SmallVector<int64_t> shape =
        getStorageShapeMap(digits, &context).compose(sizes);
    std::set<SmallVector<int64_t>> places;
    for (int64_t i = 0; i < sizes[0]; ++i)
      for (int64_t j = 0; j < sizes[1]; ++j) {
        SmallVector<int64_t> place = map(results).compose({i, j});
        EXPECT_TRUE(places.insert(place).second);
        EXPECT_EQ(elements.compose(place), (SmallVector<int64_t>{i, j}));
        for (auto [index, size] : llvm::zip_equal(place, shape))
          EXPECT_LT(index, size);
      }
  }
}

TEST_F(StorageDigitsTest, SlowestDigitCountsTiles) {
  StorageDigits digits =
      *matchStorageDigits(map({f.floorDiv(16), s.floorDiv(8), s % 8, f % 16}));
  EXPECT_EQ(getSlowestDigit(digits, 0), 1u);
  EXPECT_EQ(getSlowestDigit(digits, 1), 0u);
  EXPECT_EQ(digits[0].weight, 16);
  int64_t sizes[] = {17, 16};
  EXPECT_EQ(getStorageShapeMap(digits, &context).compose(sizes),
            (SmallVector<int64_t>{1, 3, 8, 16}));
}
