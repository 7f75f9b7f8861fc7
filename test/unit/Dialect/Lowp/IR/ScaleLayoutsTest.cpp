//===- ScaleLayoutsTest.cpp - Where the layouts store scales --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::lowp;

namespace {
class ScaleLayoutsTest : public testing::Test {
protected:
  ScaleLayoutsTest() { context.loadDialect<LowpDialect>(); }

  SmallVector<ScaleLayoutAttrInterface> all() {
    return {CompactAttr::get(&context, false),
            CompactAttr::get(&context, true),
            MNMajorAttr::get(&context, 4, false),
            MNMajorAttr::get(&context, 4, true),
            MNMajorAttr::get(&context, 1, false),
            KMajorAttr::get(&context, 4, false),
            KMajorAttr::get(&context, 3, true),
            PackedWordsAttr::get(&context, 4, 4, false),
            PackedWordsAttr::get(&context, 2, 3, true),
            SwizzledAttr::getUsual(&context),
            otherAtom(false),
            otherAtom(true),
            SwizzledAttr::get(&context, {}, {}, {}, false)};
  }

  /// The 32 x 8 atom of other hardware.
  SwizzledAttr otherAtom(bool transposed) {
    return SwizzledAttr::get(&context, {2, 16}, {2, 4}, {3, 1, 2, 0},
                             transposed);
  }

  /// The linear address of scale (i, j); -1 outside of the stored tensor.
  static int64_t address(ScaleLayoutAttrInterface layout,
                         ArrayRef<int64_t> shape, int64_t i, int64_t j) {
    SmallVector<int64_t> stored = layout.getStorageShapeMap().compose(shape);
    SmallVector<int64_t> position =
        layout.getStorageMap().compose(ArrayRef<int64_t>{i, j});
    int64_t linear = 0;
    for (auto [size, index] : llvm::zip_equal(stored, position)) {
      if (index < 0 || index >= size)
        return -1;
      linear = linear * size + index;
    }
    return linear;
  }

  MLIRContext context;
};
} // namespace

TEST_F(ScaleLayoutsTest, EachScaleHasAPlaceOfItsOwn) {
  constexpr int64_t shapes[][2] = {{7, 5}, {130, 9}, {128, 4}, {1, 1}};
  for (ScaleLayoutAttrInterface layout : all())
    for (ArrayRef<int64_t> shape : shapes) {
      std::set<int64_t> places;
      for (int64_t i = 0; i < shape[0]; ++i)
        for (int64_t j = 0; j < shape[1]; ++j) {
          int64_t place = address(layout, shape, i, j);
          EXPECT_GE(place, 0);
          EXPECT_TRUE(places.insert(place).second);
        }
    }
}

TEST_F(ScaleLayoutsTest, NoPaddingWhereAtomsAreFull) {
  constexpr int64_t shape[] = {384, 96};
  for (ScaleLayoutAttrInterface layout : all()) {
    int64_t places = 1;
    for (int64_t size : layout.getStorageShapeMap().compose(shape))
      places *= size;
    EXPECT_EQ(places, shape[0] * shape[1]);
  }
}

TEST_F(ScaleLayoutsTest, SwizzledIsTheFormulaOfBlackwell) {
  constexpr int64_t shape[] = {300, 10};
  auto layout = SwizzledAttr::getUsual(&context);
  EXPECT_EQ(layout.getAtomRows(), 128);
  EXPECT_EQ(layout.getAtomColumns(), 4);
  for (int64_t r = 0; r < shape[0]; ++r)
    for (int64_t c = 0; c < shape[1]; ++c) {
      int64_t tile = (r / 128) * 3 + c / 4;
      int64_t inTile = (r % 32) * 16 + (r % 128) / 32 * 4 + c % 4;
      EXPECT_EQ(address(layout, shape, r, c), tile * 512 + inTile);
    }
}

TEST_F(ScaleLayoutsTest, PackedWordsHoldNeighboursAlongK) {
  constexpr int64_t shape[] = {7, 5};
  auto layout = PackedWordsAttr::get(&context, 4, 4, false);
  EXPECT_EQ(layout.getStorageShapeMap().compose(shape),
            (SmallVector<int64_t>{2, 8, 4}));
  EXPECT_EQ(address(layout, shape, 3, 2), 3 * 4 + 2);
  EXPECT_EQ(address(layout, shape, 3, 4), 8 * 4 + 3 * 4);
}

TEST_F(ScaleLayoutsTest, KMajorPadsRows) {
  constexpr int64_t shape[] = {7, 5};
  auto layout = KMajorAttr::get(&context, 4, false);
  EXPECT_EQ(layout.getStorageShapeMap().compose(shape),
            (SmallVector<int64_t>{7, 8}));
  EXPECT_EQ(address(layout, shape, 3, 2), 3 * 8 + 2);
}

TEST_F(ScaleLayoutsTest, TransposedLayoutNamesTheSamePlaces) {
  constexpr int64_t shape[] = {35, 9}, transposedShape[] = {9, 35};
  for (ScaleLayoutAttrInterface layout : all()) {
    auto transposed =
        cast<ScaleLayoutAttrInterface>(layout.getTransposedLayout());
    EXPECT_EQ(transposed.getTransposedLayout(), Attribute(layout));
    EXPECT_EQ(transposed.getStorageShapeMap().compose(transposedShape),
              layout.getStorageShapeMap().compose(shape));
    for (int64_t i = 0; i < shape[0]; ++i)
      for (int64_t j = 0; j < shape[1]; ++j)
        EXPECT_EQ(address(transposed, transposedShape, j, i),
                  address(layout, shape, i, j));
  }
}

TEST_F(ScaleLayoutsTest, MNMajorIsContiguousAlongTheFirstDimension) {
  constexpr int64_t shape[] = {7, 5};
  auto layout = MNMajorAttr::get(&context, 4, false);
  EXPECT_EQ(layout.getStorageShapeMap().compose(shape),
            (SmallVector<int64_t>{5, 8}));
  EXPECT_EQ(address(layout, shape, 3, 2), 2 * 8 + 3);
}

TEST_F(ScaleLayoutsTest, CompactIsRowMajorWithoutPadding) {
  constexpr int64_t shape[] = {7, 5};
  auto layout = CompactAttr::get(&context, false);
  EXPECT_EQ(layout.getStorageShapeMap().compose(shape),
            (SmallVector<int64_t>{7, 5}));
  EXPECT_EQ(address(layout, shape, 3, 2), 3 * 5 + 2);
}
