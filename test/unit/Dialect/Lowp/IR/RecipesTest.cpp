//===- RecipesTest.cpp - What the recipes answer --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
class RecipesTest : public testing::Test {
protected:
  RecipesTest() { context.loadDialect<LowpDialect>(); }

  SmallVector<RecipeAttrInterface> fp8() {
    return {
        TensorwiseAttr::get(&context),      RowwiseAttr::get(&context, 0),
        RowwiseAttr::get(&context, 1),      BlockAttr::get(&context, 1, 128),
        BlockAttr::get(&context, 128, 1),   BlockAttr::get(&context, 128, 128),
        BlockAttr::get(&context, 1, 256),   BlockAttr::get(&context, 256, 1),
        BlockAttr::get(&context, 128, 256), BlockAttr::get(&context, 256, 128),
        BlockAttr::get(&context, 1, 32),    BlockAttr::get(&context, 32, 1)};
  }

  SmallVector<RecipeAttrInterface> mx() {
    return {MXAttr::get(&context, 1, 32),  MXAttr::get(&context, 32, 1),
            MXAttr::get(&context, 32, 32), MXAttr::get(&context, 1, 128),
            MXAttr::get(&context, 128, 1), MXAttr::get(&context, 128, 128)};
  }

  SmallVector<RecipeAttrInterface> nvfp4() {
    return {NVFP4Attr::get(&context, 1, 16), NVFP4Attr::get(&context, 16, 1),
            NVFP4Attr::get(&context, 16, 16)};
  }

  SmallVector<RecipeAttrInterface> all() {
    SmallVector<RecipeAttrInterface> recipes = fp8();
    llvm::append_range(recipes, mx());
    llvm::append_range(recipes, nvfp4());
    return recipes;
  }

  MLIRContext context;
};
} // namespace

TEST_F(RecipesTest, TransposingTransposesTheBlock) {
  for (RecipeAttrInterface recipe : all()) {
    auto transposed = cast<RecipeAttrInterface>(recipe.getTransposedRecipe());
    EXPECT_EQ(transposed.getBlockShape(), recipe.getBlockShape().transposed());
    EXPECT_EQ(transposed.getTransposedRecipe(), Attribute(recipe));
  }
}

TEST_F(RecipesTest, TakeFp8AndNothingElse) {
  for (RecipeAttrInterface recipe : fp8()) {
    EXPECT_TRUE(recipe.isLegalElementType(Float8E4M3FNType::get(&context)));
    EXPECT_TRUE(recipe.isLegalElementType(Float8E5M2Type::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(Float8E4M3FNUZType::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(Float4E2M1FNType::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(BFloat16Type::get(&context)));
    EXPECT_TRUE(recipe.getScaleType().isF32());
    EXPECT_EQ(recipe.getScaleLevels(), 1u);
  }
}

TEST_F(RecipesTest, MXTakesFiveFormats) {
  for (RecipeAttrInterface recipe : mx()) {
    EXPECT_TRUE(recipe.isLegalElementType(Float8E4M3FNType::get(&context)));
    EXPECT_TRUE(recipe.isLegalElementType(Float8E5M2Type::get(&context)));
    EXPECT_TRUE(recipe.isLegalElementType(Float6E2M3FNType::get(&context)));
    EXPECT_TRUE(recipe.isLegalElementType(Float6E3M2FNType::get(&context)));
    EXPECT_TRUE(recipe.isLegalElementType(Float4E2M1FNType::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(Float8E8M0FNUType::get(&context)));
    EXPECT_TRUE(isa<Float8E8M0FNUType>(recipe.getScaleType()));
    EXPECT_EQ(recipe.getScaleLevels(), 1u);
  }
}

TEST_F(RecipesTest, NVFP4HasTwoLevels) {
  for (RecipeAttrInterface recipe : nvfp4()) {
    EXPECT_TRUE(recipe.isLegalElementType(Float4E2M1FNType::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(Float6E2M3FNType::get(&context)));
    EXPECT_TRUE(isa<Float8E4M3FNType>(recipe.getScaleType()));
    EXPECT_EQ(recipe.getScaleLevels(), 2u);
  }
}

TEST_F(RecipesTest, BlockShapes) {
  constexpr int64_t whole = BlockShape::kWhole;
  auto blockOf = [](RecipeAttrInterface recipe) {
    return recipe.getBlockShape();
  };
  EXPECT_EQ(blockOf(TensorwiseAttr::get(&context)), (BlockShape{whole, whole}));
  EXPECT_EQ(blockOf(RowwiseAttr::get(&context, 1)), (BlockShape{1, whole}));
  EXPECT_EQ(blockOf(RowwiseAttr::get(&context, 0)), (BlockShape{whole, 1}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 1, 32)), (BlockShape{1, 32}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 1, 128)), (BlockShape{1, 128}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 128, 1)), (BlockShape{128, 1}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 128, 128)),
            (BlockShape{128, 128}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 1, 256)), (BlockShape{1, 256}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 128, 256)),
            (BlockShape{128, 256}));
  EXPECT_EQ(blockOf(MXAttr::get(&context, 1, 32)), (BlockShape{1, 32}));
  EXPECT_EQ(blockOf(MXAttr::get(&context, 32, 32)), (BlockShape{32, 32}));
  EXPECT_EQ(blockOf(MXAttr::get(&context, 1, 128)), (BlockShape{1, 128}));
  EXPECT_EQ(blockOf(MXAttr::get(&context, 128, 128)), (BlockShape{128, 128}));
  EXPECT_EQ(blockOf(NVFP4Attr::get(&context, 1, 16)), (BlockShape{1, 16}));
  EXPECT_EQ(blockOf(NVFP4Attr::get(&context, 16, 16)), (BlockShape{16, 16}));
}

TEST_F(RecipesTest, LegalPairsAreThoseOfTheSpecification) {
  auto isLegal = [&](RecipeAttrInterface lhs, RecipeAttrInterface rhs) {
    ScopedDiagnosticHandler silence(&context,
                                    [](Diagnostic &) { return success(); });
    auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
    return succeeded(verifyRecipePairing(emit, lhs, rhs));
  };
  RecipeAttrInterface tensorwise = TensorwiseAttr::get(&context),
                      rowwise = RowwiseAttr::get(&context, 1),
                      narrow = BlockAttr::get(&context, 1, 32),
                      strip = BlockAttr::get(&context, 1, 128),
                      wide = BlockAttr::get(&context, 1, 256),
                      mx = MXAttr::get(&context, 1, 32),
                      wideMX = MXAttr::get(&context, 1, 128),
                      nvfp4 = NVFP4Attr::get(&context, 1, 16);
  SmallVector<std::pair<RecipeAttrInterface, RecipeAttrInterface>> legal = {
      {tensorwise, tensorwise}, {rowwise, rowwise}, {tensorwise, rowwise}};
  RecipeAttrInterface rows[] = {narrow, strip, wide, mx, wideMX, nvfp4};
  RecipeAttrInterface tiles[] = {
      BlockAttr::get(&context, 128, 128), BlockAttr::get(&context, 128, 256),
      BlockAttr::get(&context, 256, 128), MXAttr::get(&context, 32, 32),
      MXAttr::get(&context, 128, 128),    NVFP4Attr::get(&context, 16, 16)};
  for (RecipeAttrInterface row : rows) {
    for (RecipeAttrInterface other : rows)
      legal.push_back({row, other});
    for (RecipeAttrInterface tile : tiles)
      legal.push_back({row, tile});
  }
  for (RecipeAttrInterface lhs : all())
    for (RecipeAttrInterface rhs : all()) {
      bool expected = llvm::any_of(legal, [&](auto pair) {
        return pair == std::make_pair(lhs, rhs) ||
               pair == std::make_pair(rhs, lhs);
      });
      EXPECT_EQ(isLegal(lhs, rhs), expected);
    }
}

TEST_F(RecipesTest, EveryPresetNameHasAPreset) {
  for (StringRef name : NumericsAttr::getPresetNames())
    EXPECT_TRUE(NumericsAttr::getPreset(&context, name)) << name.str();
  for (StringRef name : MatmulRecipeAttr::getPresetNames())
    EXPECT_TRUE(MatmulRecipeAttr::getPreset(&context, name)) << name.str();
  EXPECT_FALSE(NumericsAttr::getPreset(&context, "unknown"));
  EXPECT_FALSE(MatmulRecipeAttr::getPreset(&context, "unknown"));
}
