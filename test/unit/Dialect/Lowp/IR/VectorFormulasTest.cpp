//===- VectorFormulasTest.cpp - Scales of several blocks at once ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels compute the scales of several blocks, or the codes of several
// elements, in the lanes of a vector: every formula takes vectors as well.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/StochasticRounding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
class VectorFormulasTest : public testing::Test {
protected:
  VectorFormulasTest() {
    context.loadDialect<LowpDialect, arith::ArithDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  VectorType lanes(Type element) { return VectorType::get({4}, element); }

  Value constant(OpBuilder &builder, Type element, TypedAttr value) {
    return arith::ConstantOp::create(
        builder, builder.getUnknownLoc(),
        SplatElementsAttr::get(lanes(element), Attribute(value)));
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(VectorFormulasTest, EveryFamilyScalesLaneByLane) {
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = builder.getUnknownLoc();
  Type f32 = builder.getF32Type();
  Value amax = constant(builder, f32, builder.getF32FloatAttr(3.0f));
  const std::pair<RecipeAttrInterface, StringRef> recipes[] = {
      {BlockAttr::get(&context, 1, 128), "torchao_rowwise"},
      {MXAttr::get(&context, 1, 32), "mx_floor"},
      {MXAttr::get(&context, 1, 32), "mx_ceil"},
      {MXAttr::get(&context, 1, 32), "mx_even"},
      {MXAttr::get(&context, 1, 32), "mx_rceil"},
      {MXAttr::get(&context, 1, 32), "torchao_mx_even"},
      {MXAttr::get(&context, 1, 128), "torchao_mx_rceil"},
      {BlockAttr::get(&context, 1, 128), "deep_gemm"},
      {BlockAttr::get(&context, 1, 128), "transformer_engine"},
      {NVFP4Attr::get(&context, 1, 16), "torchao_nvfp4"},
      {NVFP4Attr::get(&context, 1, 16), "transformer_engine"}};
  for (auto [recipe, preset] : recipes) {
    auto numerics = NumericsAttr::getPreset(&context, preset);
    BlockScale global;
    if (recipe.getScaleLevels() == 2)
      global = recipe.buildGlobalScale(builder, loc, amax, kFloat4E2M1FN,
                                       numerics, ScaleConvention::Decode);
    for (auto convention : {ScaleConvention::Decode, ScaleConvention::Encode}) {
      BlockScale scale = recipe.buildScale(builder, loc, amax, global.encode,
                                           kFloat4E2M1FN, numerics, convention);
      EXPECT_EQ(scale.encode.getType(), lanes(f32));
      EXPECT_EQ(scale.stored.getType(), lanes(recipe.getScaleType()));
      Value factor = recipe.buildDecodeFactor(builder, loc, scale.stored,
                                              global.stored, convention);
      EXPECT_EQ(factor.getType(), lanes(f32));
    }
  }
  EXPECT_TRUE(succeeded(module->verify()));
}

TEST_F(VectorFormulasTest, StochasticCastsTakeLanesOfRandomBits) {
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = builder.getUnknownLoc();
  Type i32 = builder.getI32Type();
  Value seed = constant(builder, builder.getI64Type(),
                        builder.getI64IntegerAttr(0x123456789));
  Value index = constant(builder, i32, builder.getI32IntegerAttr(5));
  Value words = buildRandomWord(builder, loc, seed, index, index);
  EXPECT_EQ(words.getType(), lanes(i32));
  Value values =
      constant(builder, builder.getF32Type(), builder.getF32FloatAttr(0.3f));
  FloatType formats[] = {
      Float8E4M3FNType::get(&context), Float8E5M2Type::get(&context),
      Float6E2M3FNType::get(&context), Float6E3M2FNType::get(&context),
      Float4E2M1FNType::get(&context)};
  for (FloatType format : formats)
    EXPECT_EQ(
        buildStochasticCast(builder, loc, values, words, format).getType(),
        lanes(format));
  EXPECT_TRUE(succeeded(module->verify()));
}
