//===- ScaledTypeTest.cpp - Storage of the scaled type --------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpTypes.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
constexpr int64_t kDynamic = ShapedType::kDynamic;

class ScaledTypeTest : public testing::Test {
protected:
  ScaledTypeTest() { context.loadDialect<LowpDialect>(); }

  ScaledType blockwise(ArrayRef<int64_t> shape) {
    return ScaledType::get(shape, Float8E4M3FNType::get(&context),
                           BlockAttr::get(&context, 1, 128));
  }

  RankedTensorType tensor(ArrayRef<int64_t> shape, Type element) {
    return RankedTensorType::get(shape, element);
  }

  DataLayoutAttrInterface panels(int64_t width) {
    return PanelsAttr::get(&context, width);
  }

  MLIRContext context;
};
} // namespace

TEST_F(ScaledTypeTest, DefaultsAreRowMajorCompactDecode) {
  ScaledType type = blockwise({64, 256});
  EXPECT_TRUE(type.isRowMajor());
  EXPECT_EQ(type.getScaleLayout(), CompactAttr::get(&context, false));
  EXPECT_EQ(type.getConvention(), ScaleConvention::Decode);
}

TEST_F(ScaledTypeTest, DataAreStoredInTheirOrder) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  ScaledType type = blockwise({64, 256});
  EXPECT_EQ(type.getDataType(), tensor({64, 256}, e4m3));
  EXPECT_EQ(type.withOrder({1, 0}).getDataType(), tensor({256, 64}, e4m3));
}

TEST_F(ScaledTypeTest, ScaleStorageIncludesPadding) {
  Type f32 = Float32Type::get(&context);
  ScaledType type = blockwise({62, 200});
  EXPECT_EQ(type.getScaleStorageType(), tensor({62, 2}, f32));
  auto padded = MNMajorAttr::get(&context, 4, false);
  EXPECT_EQ(type.withScaleLayout(padded).getScaleStorageType(),
            tensor({2, 64}, f32));
}

TEST_F(ScaledTypeTest, DynamicSizesStayDynamicWhereTheyReach) {
  Type f32 = Float32Type::get(&context);
  ScaledType type = blockwise({kDynamic, 200});
  EXPECT_TRUE(type.isDynamicDim(0));
  EXPECT_FALSE(type.isDynamicDim(1));
  EXPECT_EQ(type.getScaleStorageType(), tensor({kDynamic, 2}, f32));
  auto padded = MNMajorAttr::get(&context, 4, false);
  EXPECT_EQ(type.withScaleLayout(padded).getScaleStorageType(),
            tensor({2, kDynamic}, f32));
}

TEST_F(ScaledTypeTest, TransposedTypeHasTheSameStorage) {
  ScaledType plain = blockwise({62, 200});
  ScaledType types[] = {
      plain, plain.withOrder({1, 0}), plain.withDataLayout(panels(64)),
      plain.withScaleLayout(MNMajorAttr::get(&context, 4, false))};
  for (ScaledType type : types) {
    ScaledType transposed = type.getTransposed();
    EXPECT_EQ(transposed.getShape(), (ArrayRef<int64_t>{200, 62}));
    EXPECT_EQ(transposed.getDataType(), type.getDataType());
    EXPECT_EQ(transposed.getScaleStorageType(), type.getScaleStorageType());
    EXPECT_EQ(transposed.getTransposed(), type);
  }
}

TEST_F(ScaledTypeTest, PanelsCutTheFastDimension) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  ScaledType type = blockwise({200, 300}).withDataLayout(panels(128));
  EXPECT_EQ(type.getDataType(), tensor({3, 200, 128}, e4m3));
  EXPECT_EQ(type.withOrder({1, 0}).getDataType(), tensor({2, 300, 128}, e4m3));
  EXPECT_EQ(type.getDataStorageMap().compose({7, 130}),
            (SmallVector<int64_t>{1, 7, 2}));
  EXPECT_EQ(
      blockwise({200, kDynamic}).withDataLayout(panels(128)).getDataType(),
      tensor({kDynamic, 200, 128}, e4m3));
  EXPECT_TRUE(type.differsOnlyInLayout(
      type.withDataLayout(IdentityAttr::get(&context))));
}

TEST_F(ScaledTypeTest, ElementsAreFoundWhereTheyWereStored) {
  ScaledType plain = blockwise({200, 300});
  AffineMap identity = AffineMap::getMultiDimIdentityMap(2, &context);
  for (ScaledType type : {plain, plain.withDataLayout(panels(128)),
                          plain.withDataLayout(panels(7))})
    for (SmallVector<int64_t> order : {SmallVector<int64_t>{0, 1}, {1, 0}}) {
      ScaledType stored = type.withOrder(order);
      EXPECT_EQ(simplifyAffineMap(stored.getDataElementMap().compose(
                    stored.getDataStorageMap())),
                identity);
    }
}

TEST_F(ScaledTypeTest, BatchIsOneStorageAfterTheOther) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  Type f32 = Float32Type::get(&context);
  ScaledType type = blockwise({8, 62, 200})
                        .withOrder({1, 0})
                        .withScaleLayout(MNMajorAttr::get(&context, 4, false));
  EXPECT_TRUE(type.isBatch());
  EXPECT_EQ(type.getMatrixShape(), (ArrayRef<int64_t>{62, 200}));
  EXPECT_EQ(type.getDataType(), tensor({8, 200, 62}, e4m3));
  EXPECT_EQ(type.getScaleStorageType(), tensor({8, 2, 64}, f32));
  EXPECT_EQ(type.getMatrixType().getDataType(), tensor({200, 62}, e4m3));
  EXPECT_EQ(type.getTransposed().getShape(), (ArrayRef<int64_t>{8, 200, 62}));
  EXPECT_EQ(type.getTransposed().getStorageTypes(), type.getStorageTypes());
}

TEST_F(ScaledTypeTest, LayoutIsOrderAndScales) {
  ScaledType type = blockwise({64, 256});
  auto padded = MNMajorAttr::get(&context, 4, false);
  EXPECT_TRUE(type.differsOnlyInLayout(type));
  EXPECT_TRUE(
      type.differsOnlyInLayout(type.withOrder({1, 0}).withScaleLayout(padded)));
  EXPECT_FALSE(type.differsOnlyInLayout(type.withShape({64, 128})));
  EXPECT_FALSE(type.differsOnlyInLayout(type.getTransposed()));
}

TEST_F(ScaledTypeTest, PackedDataAreBytes) {
  Type i8 = IntegerType::get(&context, 8);
  auto type = ScaledType::get({62, 199}, Float4E2M1FNType::get(&context),
                              MXAttr::get(&context, 1, 32))
                  .withPacking(Packing::Dense);
  EXPECT_EQ(type.getDataType(), tensor({62, 100}, i8));
  EXPECT_EQ(type.withOrder({1, 0}).getDataType(), tensor({199, 31}, i8));
  EXPECT_EQ(type.getElementsType(),
            tensor({62, 199}, Float4E2M1FNType::get(&context)));
  auto sixBits = ScaledType::get({62, 199}, Float6E3M2FNType::get(&context),
                                 MXAttr::get(&context, 1, 32))
                     .withPacking(Packing::Dense);
  EXPECT_EQ(sixBits.getDataType(), tensor({62, 156}, i8));
  EXPECT_EQ(sixBits.withShape({62, kDynamic}).getDataType(),
            tensor({62, kDynamic}, i8));
  EXPECT_EQ(sixBits.getTransposed().getDataType(), sixBits.getDataType());
  EXPECT_TRUE(sixBits.differsOnlyInLayout(sixBits.withPacking(Packing::Bytes)));
}

TEST_F(ScaledTypeTest, RecipesOfTwoLevelsHaveAThirdTensor) {
  Type f32 = Float32Type::get(&context);
  auto type = ScaledType::get({64, 256}, Float4E2M1FNType::get(&context),
                              NVFP4Attr::get(&context, 1, 16));
  EXPECT_TRUE(type.hasGlobalScale());
  ASSERT_EQ(type.getStorageTypes().size(), 3u);
  EXPECT_EQ(type.getStorageTypes()[2], tensor({1}, f32));
  EXPECT_FALSE(blockwise({64, 256}).hasGlobalScale());
  EXPECT_EQ(blockwise({64, 256}).getStorageTypes().size(), 2u);
}

TEST_F(ScaledTypeTest, GroupsHaveCapacityForScalesOfAnyDivision) {
  Type f32 = Float32Type::get(&context);
  auto rows = GroupsAttr::get(&context, 8, /*axis=*/0, /*alignment=*/128,
                              /*start=*/1, /*separate=*/false);
  ScaledType type = blockwise({1000, 256}).withGroups(rows);
  // 1000 + 8 * 127 rows, in steps of 128.
  EXPECT_EQ(type.getScaleStorageType(), tensor({1920, 2}, f32));
  EXPECT_EQ(type.getDataType(), blockwise({1000, 256}).getDataType());
  auto separate = GroupsAttr::get(&context, 8, 0, 128, /*start=*/1,
                                  /*separate=*/true);
  EXPECT_EQ(type.withGroups(separate).getScaleStorageType(),
            tensor({3840}, f32));
  EXPECT_EQ(type.withShape({kDynamic, 256}).getScaleStorageType(),
            tensor({kDynamic, 2}, f32));
}

TEST_F(ScaledTypeTest, TransposedGroupsHaveTheSameStorage) {
  for (bool separate : {false, true})
    for (int64_t axis : {0, 1}) {
      auto groups =
          GroupsAttr::get(&context, 5, axis, 128, /*start=*/1, separate);
      ScaledType type = blockwise({1000, 2000})
                            .withScaleLayout(SwizzledAttr::getUsual(&context))
                            .withGroups(groups);
      ScaledType transposed = type.getTransposed();
      EXPECT_EQ(transposed.getGroups().getAxis(), 1 - axis);
      EXPECT_EQ(transposed.getStorageTypes(), type.getStorageTypes());
      EXPECT_EQ(transposed.getTransposed(), type);
    }
}

TEST_F(ScaledTypeTest, RelayoutsMoveGroupsAndNeverDivideAnew) {
  auto groups = [&](int64_t count, int64_t axis, int64_t alignment) {
    return GroupsAttr::get(&context, count, axis, alignment, /*start=*/1,
                           false);
  };
  ScaledType type = blockwise({1000, 256});
  ScaledType rows = type.withGroups(groups(8, 0, 1));
  EXPECT_TRUE(rows.differsOnlyInLayout(type.withGroups(groups(8, 0, 128))));
  EXPECT_FALSE(rows.differsOnlyInLayout(type.withGroups(groups(9, 0, 1))));
  EXPECT_FALSE(rows.differsOnlyInLayout(type.withGroups(groups(8, 1, 1))));
  // Blocks of one row are the same with groups of rows and without.
  EXPECT_TRUE(rows.differsOnlyInLayout(type));
  EXPECT_TRUE(type.differsOnlyInLayout(rows));
  EXPECT_FALSE(type.differsOnlyInLayout(type.withGroups(groups(8, 1, 1))));
}

//===----------------------------------------------------------------------===//
// Shapes as functions of the type's shape
//===----------------------------------------------------------------------===//

namespace {
class StorageShapeMapsTest : public ScaledTypeTest {
protected:
  GroupsAttr groups(int64_t count, int64_t axis, bool separate) {
    return GroupsAttr::get(&context, count, axis, /*alignment=*/4, /*start=*/1,
                           separate);
  }

  /// The maps of `type`, of unknown sizes, give the shapes that the type has
  /// with `shape`.
  void expectShapes(ScaledType type, ArrayRef<int64_t> shape) {
    SmallVector<AffineMap, 3> maps = type.getStorageShapeMaps();
    SmallVector<Type, 3> stored = type.withShape(shape).getStorageTypes();
    ASSERT_EQ(maps.size(), stored.size());
    for (auto [map, tensor] : llvm::zip_equal(maps, stored))
      EXPECT_EQ(ArrayRef<int64_t>(map.compose(shape)),
                cast<RankedTensorType>(tensor).getShape());
  }
};
} // namespace

TEST_F(StorageShapeMapsTest, AgreeWithTheTypesOfKnownShapes) {
  ScaledType plain = blockwise({kDynamic, kDynamic});
  auto fourBits =
      ScaledType::get({kDynamic, kDynamic}, Float4E2M1FNType::get(&context),
                      NVFP4Attr::get(&context, 1, 16));
  auto sixBits =
      ScaledType::get({kDynamic, kDynamic}, Float6E3M2FNType::get(&context),
                      MXAttr::get(&context, 1, 32));
  auto swizzled = SwizzledAttr::getUsual(&context);
  ScaledType types[] = {
      plain,
      plain.withOrder({1, 0}),
      plain.withDataLayout(panels(128)),
      plain.withScaleLayout(MNMajorAttr::get(&context, 4, false)),
      plain.withScaleLayout(swizzled).getTransposed(),
      plain.withGroups(groups(1, 0, false)),
      plain.withGroups(groups(8, 1, false)),
      fourBits.withPacking(Packing::Dense),
      fourBits.withScaleLayout(swizzled),
      sixBits.withPacking(Packing::Dense)};
  for (ScaledType type : types)
    for (SmallVector<int64_t> shape :
         {SmallVector<int64_t>{0, 0}, {1, 1}, {62, 200}, {1000, 2048}})
      expectShapes(type, shape);
}

TEST_F(StorageShapeMapsTest, BatchesComeFirst) {
  expectShapes(blockwise({kDynamic, 62, 200}), {8, 62, 200});
}

TEST_F(StorageShapeMapsTest, KnownSizesAreConstants) {
  ScaledType type =
      blockwise({kDynamic, 256}).withGroups(groups(8, 0, /*separate=*/true));
  expectShapes(type, {1000, 256});
  AffineMap data = type.getStorageShapeMaps()[0];
  EXPECT_EQ(data.getResult(0), getAffineDimExpr(0, &context));
  EXPECT_EQ(data.getResult(1), getAffineConstantExpr(256, &context));
}

TEST_F(StorageShapeMapsTest, SymbolsStandForWhatShapesDoNotSay) {
  auto isUnknown = [](ScaledType type, unsigned tensor, unsigned dim) {
    return type.getStorageShapeMaps()[tensor].getResult(dim).isFunctionOfSymbol(
        0);
  };
  ScaledType plain = blockwise({kDynamic, kDynamic});
  ScaledType grouped = plain.withGroups(groups(kDynamic, 0, false));
  EXPECT_TRUE(isUnknown(grouped, 1, 0));
  EXPECT_FALSE(isUnknown(grouped, 1, 1));
  EXPECT_FALSE(isUnknown(grouped, 0, 0));
  // A product of both dimensions.
  EXPECT_TRUE(isUnknown(plain.withGroups(groups(8, 0, true)), 1, 0));
}
