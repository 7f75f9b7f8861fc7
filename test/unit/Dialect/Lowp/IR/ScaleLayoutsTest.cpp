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
    return {CompactAttr::get(&context, false), CompactAttr::get(&context, true),
            MNMajorAttr::get(&context, 4, false),
            MNMajorAttr::get(&context, 4, true),
            MNMajorAttr::get(&context, 1, false)};
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
  constexpr int64_t shape[] = {7, 5};
  for (ScaleLayoutAttrInterface layout : all()) {
    std::set<int64_t> places;
    for (int64_t i = 0; i < shape[0]; ++i)
      for (int64_t j = 0; j < shape[1]; ++j) {
        int64_t place = address(layout, shape, i, j);
        EXPECT_GE(place, 0);
        EXPECT_TRUE(places.insert(place).second);
      }
  }
}

TEST_F(ScaleLayoutsTest, TransposedLayoutNamesTheSamePlaces) {
  constexpr int64_t shape[] = {7, 5}, transposedShape[] = {5, 7};
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
