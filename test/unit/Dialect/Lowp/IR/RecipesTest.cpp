//===- RecipesTest.cpp - What the recipes answer --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "lowp/Dialect/Lowp/IR/RecipePairing.h"
#include "mlir/AsmParser/AsmParser.h"
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
    SmallVector<RecipeAttrInterface> recipes = {TensorwiseAttr::get(&context),
                                                RowwiseAttr::get(&context, 0),
                                                RowwiseAttr::get(&context, 1)};
    llvm::append_range(recipes, blocks<BlockAttr>());
    return recipes;
  }

  SmallVector<RecipeAttrInterface> mx() { return blocks<MXAttr>(); }
  SmallVector<RecipeAttrInterface> nvfp4() { return blocks<NVFP4Attr>(); }

  /// Members of a family: blocks in use, and others.
  template <typename Family>
  SmallVector<RecipeAttrInterface> blocks() {
    static constexpr BlockShape kBlocks[] = {
        {1, 16},    {16, 1},    {16, 16},   {1, 32},  {32, 1},
        {32, 32},   {1, 64},    {64, 2},    {1, 128}, {128, 1},
        {128, 128}, {128, 256}, {256, 128}, {1, 256}, {1, 1024}};
    return llvm::map_to_vector(kBlocks, [&](BlockShape block) {
      return RecipeAttrInterface(
          Family::get(&context, block.rows, block.columns));
    });
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
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 1, 128)), (BlockShape{1, 128}));
  EXPECT_EQ(blockOf(BlockAttr::get(&context, 64, 2)), (BlockShape{64, 2}));
  EXPECT_EQ(blockOf(MXAttr::get(&context, 1, 32)), (BlockShape{1, 32}));
  EXPECT_EQ(blockOf(NVFP4Attr::get(&context, 1, 16)), (BlockShape{1, 16}));
}

TEST_F(RecipesTest, BlocksArePowersOfTwoAndNotOneElement) {
  ScopedDiagnosticHandler silence(&context,
                                  [](Diagnostic &) { return success(); });
  auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
  auto isLegal = [&](int64_t rows, int64_t columns) {
    bool legal = bool(BlockAttr::getChecked(emit, &context, rows, columns));
    EXPECT_EQ(bool(MXAttr::getChecked(emit, &context, rows, columns)), legal);
    EXPECT_EQ(bool(NVFP4Attr::getChecked(emit, &context, rows, columns)),
              legal);
    return legal;
  };
  for (int64_t extent = 2; extent <= 1024; extent *= 2) {
    EXPECT_TRUE(isLegal(1, extent));
    EXPECT_TRUE(isLegal(extent, 1));
    EXPECT_TRUE(isLegal(extent, extent));
  }
  EXPECT_FALSE(isLegal(1, 1));
  for (int64_t extent : {int64_t(0), int64_t(-128), int64_t(3), int64_t(96),
                         int64_t(2048), INT64_MIN, INT64_MAX}) {
    EXPECT_FALSE(isLegal(1, extent));
    EXPECT_FALSE(isLegal(extent, 128));
  }
}

TEST_F(RecipesTest, FormerNamesAreTheParametricAttributes) {
  EXPECT_EQ(parseAttribute("#lowp.block_1x128", &context),
            BlockAttr::get(&context, 1, 128));
  EXPECT_EQ(parseAttribute("#lowp.mx_32x32", &context),
            MXAttr::get(&context, 32, 32));
  EXPECT_EQ(parseAttribute("#lowp.nvfp4_16x1", &context),
            NVFP4Attr::get(&context, 16, 1));
}

TEST_F(RecipesTest, LegalPairsAreThoseOfTheSpecification) {
  auto isLegal = [&](RecipeAttrInterface lhs, RecipeAttrInterface rhs) {
    ScopedDiagnosticHandler silence(&context,
                                    [](Diagnostic &) { return success(); });
    auto emit = [&] { return emitError(UnknownLoc::get(&context)); };
    return succeeded(verifyRecipePairing(emit, lhs, rhs));
  };
  RecipeAttrInterface tensorwise = TensorwiseAttr::get(&context),
                      rowwise = RowwiseAttr::get(&context, 1);
  SmallVector<std::pair<RecipeAttrInterface, RecipeAttrInterface>> legal = {
      {tensorwise, tensorwise}, {rowwise, rowwise}, {tensorwise, rowwise}};
  SmallVector<RecipeAttrInterface> rows, tiles;
  for (RecipeAttrInterface recipe : all()) {
    BlockShape block = recipe.getBlockShape();
    if (block.rows == BlockShape::kWhole || block.columns <= 1)
      continue;
    (block.rows == 1 ? rows : tiles).push_back(recipe);
  }
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
  for (StringRef name : TrainingRecipeAttr::getPresetNames()) {
    auto family = TrainingRecipeAttr::getPreset(&context, name);
    ASSERT_TRUE(family) << name.str();
    EXPECT_TRUE(family.getForward() && family.getDgrad()) << name.str();
  }
  EXPECT_FALSE(TrainingRecipeAttr::getPreset(&context, "unknown"));
  EXPECT_FALSE(NumericsAttr::getPreset(&context, "unknown"));
  EXPECT_FALSE(MatmulRecipeAttr::getPreset(&context, "unknown"));
}
