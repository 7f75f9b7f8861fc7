//===- ScaleKTest.cpp - Where products may end ----------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "lowp/Kernel/Gemm/GemmKernel.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

namespace {
class ScaleK : public ::testing::Test {
protected:
  ScaleK() { context.loadDialect<LowpDialect>(); }

  /// Whether scales of data in blocks of `recipe` are legal along K.
  bool isLegal(RecipeAttrInterface recipe, Type element,
               ScaleGranularity granularity) {
    return isLegalFor(atom, recipe, element, granularity);
  }

  static bool isLegalFor(const MmaAtom &atom, RecipeAttrInterface recipe,
                         Type element, ScaleGranularity granularity) {
    auto type = ScaledType::get({64, 1024}, element, recipe);
    return isLegalScaleK(atom, describe(type, granularity));
  }

  /// Whether blocks of `recipe` are legal for fp8 as rhs.
  bool isLegalTile(RecipeAttrInterface recipe) {
    auto type =
        ScaledType::get({64, 1024}, Float8E4M3FNType::get(&context), recipe);
    return isLegalScaleRows(atom, describe(type, ScaleGranularity::Block2D));
  }

  static GemmOperand describe(ScaledType type, ScaleGranularity granularity) {
    return {type,
            granularity,
            type.getElementType(),
            {OperandDim::Row, OperandDim::K}};
  }

  /// Rows of 128 bytes, 32 of them in an instruction.
  class Atom : public MmaAtom {
    int64_t getRows() const override { return 64; }
    int64_t getColumnGranularity() const override { return 8; }
    int64_t getMaxColumns() const override { return 256; }
    int64_t getBytesOfK() const override { return 32; }
    ArrayRef<int64_t> getSwizzles() const override {
      static constexpr int64_t kSwizzles[] = {128};
      return kSwizzles;
    }
  };
  Atom atom;

  /// The same with a byte for each element.
  class SpreadAtom : public Atom {
    bool readsSpread() const override { return true; }
  };
  SpreadAtom spreadAtom;

  MLIRContext context;
};
} // namespace

TEST_F(ScaleK, Blocks1DArePartsOrMultiplesOfARow) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  constexpr auto block1D = ScaleGranularity::Block1D;
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 32), e4m3, block1D));
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 128), e4m3, block1D));
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 256), e4m3, block1D));
  // 8 and 16 bytes: less than an instruction contracts.
  Type e2m1 = Float4E2M1FNType::get(&context);
  EXPECT_FALSE(isLegal(NVFP4Attr::get(&context, 1, 16), e2m1, block1D));
  EXPECT_FALSE(isLegal(MXAttr::get(&context, 1, 32), e2m1, block1D));
}

TEST_F(ScaleK, ElementsOf6BitsLieInAByteEach) {
  constexpr auto block1D = ScaleGranularity::Block1D;
  constexpr auto block2D = ScaleGranularity::Block2D;
  for (Type element : {Type(Float6E2M3FNType::get(&context)),
                       Type(Float6E3M2FNType::get(&context))}) {
    EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 32), element, block1D));
    EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 128), element, block1D));
    EXPECT_TRUE(isLegal(BlockAttr::get(&context, 128, 128), element, block2D));
    EXPECT_FALSE(isLegal(BlockAttr::get(&context, 1, 16), element, block1D));
    EXPECT_FALSE(isLegal(BlockAttr::get(&context, 64, 64), element, block2D));
  }
}

TEST_F(ScaleK, ElementsOf4BitsLieAsTheAtomReadsThem) {
  Type e2m1 = Float4E2M1FNType::get(&context);
  constexpr auto block1D = ScaleGranularity::Block1D;
  constexpr auto block2D = ScaleGranularity::Block2D;
  auto short1D = BlockAttr::get(&context, 1, 32);
  auto short2D = BlockAttr::get(&context, 128, 128);
  EXPECT_FALSE(isLegal(short1D, e2m1, block1D));
  EXPECT_TRUE(isLegalFor(spreadAtom, short1D, e2m1, block1D));
  EXPECT_FALSE(isLegal(short2D, e2m1, block2D));
  EXPECT_TRUE(isLegalFor(spreadAtom, short2D, e2m1, block2D));
  EXPECT_FALSE(
      isLegalFor(spreadAtom, BlockAttr::get(&context, 1, 16), e2m1, block1D));
}

TEST_F(ScaleK, Blocks2DReachOverWholeRows) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  constexpr auto block2D = ScaleGranularity::Block2D;
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 128, 128), e4m3, block2D));
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 128, 256), e4m3, block2D));
  EXPECT_FALSE(isLegal(MXAttr::get(&context, 32, 32), e4m3, block2D));
}

TEST_F(ScaleK, Blocks2DAreAsHighAsColumnsOfAnInstruction) {
  EXPECT_TRUE(isLegalTile(BlockAttr::get(&context, 8, 128)));
  EXPECT_TRUE(isLegalTile(BlockAttr::get(&context, 64, 128)));
  EXPECT_FALSE(isLegalTile(BlockAttr::get(&context, 4, 128)));
}

TEST_F(ScaleK, NewBlocksNeedNoClass) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  constexpr auto block1D = ScaleGranularity::Block1D;
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 64), e4m3, block1D));
  EXPECT_TRUE(isLegal(BlockAttr::get(&context, 1, 512), e4m3, block1D));
  // Less than an instruction contracts.
  EXPECT_FALSE(isLegal(BlockAttr::get(&context, 1, 16), e4m3, block1D));
}

TEST_F(ScaleK, ScalesOfRowsMayReachAnywhere) {
  Type e4m3 = Float8E4M3FNType::get(&context);
  EXPECT_TRUE(
      isLegal(RowwiseAttr::get(&context, 1), e4m3, ScaleGranularity::PerRow));
  EXPECT_TRUE(isLegal(TensorwiseAttr::get(&context), e4m3,
                      ScaleGranularity::PerTensor));
}
