//===- DataLayoutsTest.cpp - Where the layouts store data -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <set>

using namespace mlir;
using namespace mlir::lowp;

namespace {
class DataLayoutsTest : public testing::Test {
protected:
  DataLayoutsTest() { context.loadDialect<LowpDialect>(); }

  SmallVector<DataLayoutAttrInterface> all() {
    return {IdentityAttr::get(&context), PanelsAttr::get(&context, 1),
            PanelsAttr::get(&context, 7), PanelsAttr::get(&context, 128)};
  }

  /// Types of `shape` in all layouts and orders.
  SmallVector<ScaledType> allTypes(ArrayRef<int64_t> shape) {
    SmallVector<ScaledType> types;
    auto type = ScaledType::get(shape, Float8E4M3FNType::get(&context),
                                TensorwiseAttr::get(&context));
    for (DataLayoutAttrInterface layout : all())
      for (SmallVector<int64_t> order : {SmallVector<int64_t>{0, 1}, {1, 0}})
        types.push_back(type.withOrder(order).withDataLayout(layout));
    return types;
  }

  /// The linear address of element (i, j); -1 outside of the stored tensor.
  static int64_t address(ScaledType type, int64_t i, int64_t j) {
    SmallVector<int64_t> place =
        type.getDataStorageMap().compose(ArrayRef<int64_t>{i, j});
    int64_t linear = 0;
    for (auto [size, index] :
         llvm::zip_equal(type.getElementsType().getShape(), place)) {
      if (index < 0 || index >= size)
        return -1;
      linear = linear * size + index;
    }
    return linear;
  }

  MLIRContext context;
};

constexpr int64_t kShapes[][2] = {{7, 5}, {130, 9}, {3, 257}, {1, 1}};
} // namespace

TEST_F(DataLayoutsTest, EachElementHasAPlaceOfItsOwn) {
  for (ArrayRef<int64_t> shape : kShapes)
    for (ScaledType type : allTypes(shape)) {
      std::set<int64_t> places;
      for (int64_t i = 0; i < shape[0]; ++i)
        for (int64_t j = 0; j < shape[1]; ++j) {
          int64_t place = address(type, i, j);
          EXPECT_GE(place, 0);
          EXPECT_TRUE(places.insert(place).second);
        }
    }
}

TEST_F(DataLayoutsTest, ElementsAreFoundWhereTheyWereStored) {
  for (ArrayRef<int64_t> shape : kShapes)
    for (ScaledType type : allTypes(shape))
      for (int64_t i = 0; i < shape[0]; ++i)
        for (int64_t j = 0; j < shape[1]; ++j)
          EXPECT_EQ(type.getDataElementMap().compose(
                        type.getDataStorageMap().compose({i, j})),
                    (SmallVector<int64_t>{i, j}));
}

TEST_F(DataLayoutsTest, PlacesWithoutElementAreBeyondTheMatrix) {
  for (ArrayRef<int64_t> shape : kShapes)
    for (ScaledType type : allTypes(shape)) {
      RankedTensorType stored = type.getElementsType();
      int64_t inside = 0;
      for (int64_t number = 0; number < stored.getNumElements(); ++number) {
        SmallVector<int64_t> place;
        int64_t rest = number;
        for (int64_t size : llvm::reverse(stored.getShape())) {
          place.insert(place.begin(), rest % size);
          rest /= size;
        }
        SmallVector<int64_t> position = type.getDataElementMap().compose(place);
        inside += position[0] < shape[0] && position[1] < shape[1];
      }
      EXPECT_EQ(inside, shape[0] * shape[1]);
    }
}

TEST_F(DataLayoutsTest, TransposedMatricesHaveTheSamePlaces) {
  for (ScaledType type : allTypes({35, 9})) {
    ScaledType transposed = type.getTransposed();
    EXPECT_EQ(transposed.getDataLayout(), type.getDataLayout());
    for (int64_t i = 0; i < 35; ++i)
      for (int64_t j = 0; j < 9; ++j)
        EXPECT_EQ(address(transposed, j, i), address(type, i, j));
  }
}

TEST_F(DataLayoutsTest, PanelsAreContiguous) {
  auto type = ScaledType::get({200, 300}, Float8E4M3FNType::get(&context),
                              TensorwiseAttr::get(&context))
                  .withDataLayout(PanelsAttr::get(&context, 128));
  EXPECT_EQ(address(type, 7, 5), 7 * 128 + 5);
  EXPECT_EQ(address(type, 7, 130), 200 * 128 + 7 * 128 + 2);
  EXPECT_EQ(type.getDataAlignment(0), 1);
  EXPECT_EQ(type.getDataAlignment(1), 128);
}

TEST_F(DataLayoutsTest, PackedRowsAreThoseOfTheLastIndex) {
  auto type = ScaledType::get({200, 300}, Float6E3M2FNType::get(&context),
                              MXAttr::get(&context, 1, 32))
                  .withPacking(Packing::Dense);
  EXPECT_EQ(type.getDataAlignment(0), 1);
  EXPECT_EQ(type.getDataAlignment(1), 16);
  EXPECT_EQ(type.withOrder({1, 0}).getDataAlignment(0), 16);
  auto panels = PanelsAttr::get(&context, 32);
  EXPECT_EQ(type.withDataLayout(panels).getDataAlignment(1), 32);
  EXPECT_FALSE(ScaledType::fillsPackedGroups(PanelsAttr::get(&context, 24),
                                             type.getElementType()));
}
