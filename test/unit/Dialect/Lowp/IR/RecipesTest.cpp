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
using ::lowp::BlockShape;

namespace {
class RecipesTest : public testing::Test {
protected:
  RecipesTest() { context.loadDialect<LowpDialect>(); }

  SmallVector<RecipeAttrInterface> all() {
    return {TensorwiseAttr::get(&context), RowwiseAttr::get(&context, 0),
            RowwiseAttr::get(&context, 1), Block1x128Attr::get(&context),
            Block128x1Attr::get(&context), Block128x128Attr::get(&context)};
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
  for (RecipeAttrInterface recipe : all()) {
    EXPECT_TRUE(recipe.isLegalElementType(Float8E4M3FNType::get(&context)));
    EXPECT_TRUE(recipe.isLegalElementType(Float8E5M2Type::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(Float8E4M3FNUZType::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(Float4E2M1FNType::get(&context)));
    EXPECT_FALSE(recipe.isLegalElementType(BFloat16Type::get(&context)));
    EXPECT_TRUE(recipe.getScaleType().isF32());
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
  EXPECT_EQ(blockOf(Block1x128Attr::get(&context)), (BlockShape{1, 128}));
  EXPECT_EQ(blockOf(Block128x1Attr::get(&context)), (BlockShape{128, 1}));
  EXPECT_EQ(blockOf(Block128x128Attr::get(&context)), (BlockShape{128, 128}));
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
                      strip = Block1x128Attr::get(&context),
                      tile = Block128x128Attr::get(&context);
  const std::pair<RecipeAttrInterface, RecipeAttrInterface> legal[] = {
      {tensorwise, tensorwise},
      {rowwise, rowwise},
      {tensorwise, rowwise},
      {strip, strip},
      {strip, tile}};
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
