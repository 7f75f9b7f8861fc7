//===- FloatScaleTest.cpp - The formula of f32 scales, evaluated ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the formula on a constant amax, folds it and compares with the
// formula of docs/Specification.md written down once more on the host.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Transforms/FoldUtils.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::lowp;

namespace {
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kSmallest = std::numeric_limits<float>::denorm_min();

/// Ordinary and odd largest magnitudes.
constexpr float kAmaxes[] = {1.0f,     0.1f,      448.0f,   3.0f,      1.0e-6f,
                             1.0e-12f, 1.0e-13f,  1.0e-30f, 1.0e30f,   57344.0f,
                             kLargest, kSmallest, 0.0f,     kInfinity, kNaN};

bool sameBits(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::memcmp(&a, &b, sizeof(float)) == 0;
}

class FloatScaleTest : public testing::Test {
protected:
  FloatScaleTest() {
    context.loadDialect<LowpDialect, arith::ArithDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }

  NumericsAttr preset(StringRef name) {
    return NumericsAttr::getPreset(&context, name);
  }

  /// Upstream folds no inexact arith.truncf: round a constant on the host.
  LogicalResult foldTruncF(Operation *op) {
    FloatAttr wide;
    auto truncf = dyn_cast<arith::TruncFOp>(op);
    if (!truncf || !matchPattern(truncf.getIn(), m_Constant(&wide)))
      return failure();
    OpBuilder builder(op);
    auto rounded = static_cast<float>(wide.getValue().convertToDouble());
    truncf.replaceAllUsesWith(
        arith::ConstantOp::create(builder, op->getLoc(),
                                  builder.getF32FloatAttr(rounded))
            .getResult());
    op->erase();
    return success();
  }

  /// The constants that `values` fold to; folding may erase the values.
  SmallVector<float> evaluate(OpBuilder &builder, ValueRange values) {
    auto user = UnrealizedConversionCastOp::create(
        builder, builder.getUnknownLoc(), TypeRange(), values);
    OperationFolder folder(&context);
    for (Operation &op : llvm::make_early_inc_range(*module->getBody()))
      if (&op != user.getOperation() && failed(foldTruncF(&op)))
        (void)folder.tryToFold(&op);
    SmallVector<float> constants;
    for (Value operand : user.getOperands()) {
      FloatAttr constant;
      EXPECT_TRUE(matchPattern(operand, m_Constant(&constant)));
      constants.push_back(constant ? constant.getValue().convertToFloat()
                                   : kNaN);
    }
    user.erase();
    return constants;
  }

  /// encode and stored for `amax`.
  std::pair<float, float> scale(float amax, NumericsAttr numerics,
                                const FloatFormat &format,
                                ScaleConvention convention) {
    OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
    Location loc = builder.getUnknownLoc();
    Value input =
        arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(amax));
    BlockScale scale =
        buildFloatScale(builder, loc, input, format, numerics, convention);
    SmallVector<float> values = evaluate(builder, {scale.encode, scale.stored});
    return {values[0], values[1]};
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

TEST_F(FloatScaleTest, TorchaoDividesInDoublePrecision) {
  for (float amax : kAmaxes) {
    double raised = std::isnan(amax) ? amax : std::fmax(amax, 1.0e-12);
    auto expected = static_cast<float>(448.0 / raised);
    auto [encode, stored] =
        scale(amax, preset("torchao"), kFloat8E4M3FN, ScaleConvention::Decode);
    EXPECT_TRUE(sameBits(encode, expected)) << amax << ": " << encode;
    EXPECT_TRUE(sameBits(stored, 1.0f / expected)) << amax << ": " << stored;
  }
}

TEST_F(FloatScaleTest, TorchaoRowwiseRoundsDownToPowersOfTwo) {
  for (float amax : kAmaxes) {
    double raised = std::isnan(amax) ? amax : std::fmax(amax, 1.0e-12);
    auto ratio = static_cast<float>(448.0 / raised);
    float expected = ratio == 0.0f || std::isnan(ratio)
                         ? ratio
                         : std::ldexp(1.0f, std::ilogb(ratio));
    auto [encode, stored] = scale(amax, preset("torchao_rowwise"),
                                  kFloat8E4M3FN, ScaleConvention::Decode);
    EXPECT_TRUE(sameBits(encode, expected)) << amax << ": " << encode;
  }
}

TEST_F(FloatScaleTest, TransformerEngineGivesDegenerateBlocksScaleOne) {
  for (float amax : kAmaxes) {
    bool ordinary = std::isfinite(amax) && amax > 0.0f;
    float expected = ordinary ? 57344.0f / amax : 1.0f;
    if (std::isinf(expected))
      expected = kLargest;
    auto [encode, stored] = scale(amax, preset("transformer_engine"),
                                  kFloat8E5M2, ScaleConvention::Decode);
    EXPECT_TRUE(sameBits(encode, expected)) << amax << ": " << encode;
  }
}

TEST_F(FloatScaleTest, TransformerEngineRaisesZeroToEps) {
  auto numerics = NumericsAttr::get(&context, /*eps=*/1.0e-8, Division::F32,
                                    /*powerOfTwo=*/false, DegenerateAmax::Unit,
                                    Saturation::Saturate);
  auto encodeOf = [&](float amax) {
    return scale(amax, numerics, kFloat8E4M3FN, ScaleConvention::Encode).first;
  };
  EXPECT_EQ(encodeOf(0.0f), 448.0f / 1.0e-8f);
  EXPECT_EQ(encodeOf(kInfinity), 1.0f);
  EXPECT_EQ(encodeOf(kNaN), 1.0f);
}

TEST_F(FloatScaleTest, LargestFactorIsThatOfTheInput) {
  NumericsAttr numerics = preset("transformer_engine");
  auto encodeFor = [&](Type input) {
    return scale(kSmallest, numerics.forInput(input), kFloat8E4M3FN,
                 ScaleConvention::Encode)
        .first;
  };
  EXPECT_EQ(encodeFor(Float32Type::get(&context)), kLargest);
  EXPECT_EQ(encodeFor(BFloat16Type::get(&context)), 0x1.FEp127f);
  EXPECT_EQ(encodeFor(Float16Type::get(&context)), 65504.0f);
}

TEST_F(FloatScaleTest, DeepGemmStoresTheQuotient) {
  for (float amax : kAmaxes) {
    float raised = std::isnan(amax) ? amax : std::fmax(amax, 1.0e-4f);
    float expected = raised / 448.0f;
    auto [encode, stored] = scale(amax, preset("deep_gemm"), kFloat8E4M3FN,
                                  ScaleConvention::Decode);
    EXPECT_TRUE(sameBits(stored, expected)) << amax << ": " << stored;
    EXPECT_TRUE(sameBits(encode, 1.0f / expected)) << amax << ": " << encode;
  }
}

TEST_F(FloatScaleTest, QuotientsOfBothKindsHavePowersOfTwoThatFit) {
  auto numerics = NumericsAttr::get(
      &context, /*eps=*/0.0, Division::F32, /*powerOfTwo=*/true,
      DegenerateAmax::Propagate, Saturation::Saturate, ScaleRounding::None,
      Rounding::Nearest, Quotient::Decode);
  auto storedOf = [&](float amax) {
    return scale(amax, numerics, kFloat8E4M3FN, ScaleConvention::Decode).second;
  };
  EXPECT_EQ(storedOf(448.0f), 1.0f);
  EXPECT_EQ(storedOf(449.0f), 2.0f);
  EXPECT_EQ(storedOf(kSmallest), 0.0f);
  EXPECT_EQ(storedOf(0x1.0p-120f), 0x1.0p-126f);
  EXPECT_EQ(storedOf(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(storedOf(kNaN)));
}

TEST_F(FloatScaleTest, PropagateFollowsTheFormula) {
  auto numerics = NumericsAttr::get(
      &context, /*eps=*/0.0, Division::F32, /*powerOfTwo=*/false,
      DegenerateAmax::Propagate, Saturation::Saturate);
  auto encodeOf = [&](float amax) {
    return scale(amax, numerics, kFloat8E4M3FN, ScaleConvention::Encode).first;
  };
  EXPECT_EQ(encodeOf(0.0f), kInfinity);
  EXPECT_EQ(encodeOf(kInfinity), 0.0f);
  EXPECT_TRUE(std::isnan(encodeOf(kNaN)));
}

TEST_F(FloatScaleTest, EncodeConventionStoresTheMultiplier) {
  auto [encode, stored] =
      scale(0.1f, preset("torchao"), kFloat8E4M3FN, ScaleConvention::Encode);
  EXPECT_TRUE(sameBits(encode, stored));
}

TEST_F(FloatScaleTest, DecodeFactorOfEitherConvention) {
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = builder.getUnknownLoc();
  Value stored =
      arith::ConstantOp::create(builder, loc, builder.getF32FloatAttr(8.0f));
  EXPECT_EQ(
      buildFloatScaleDecode(builder, loc, stored, ScaleConvention::Decode),
      stored);
  Value factor =
      buildFloatScaleDecode(builder, loc, stored, ScaleConvention::Encode);
  EXPECT_EQ(evaluate(builder, factor).front(), 0.125f);
}

TEST_F(FloatScaleTest, VectorsHoldOneBlockPerLane) {
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  Location loc = builder.getUnknownLoc();
  auto type = VectorType::get({4}, builder.getF32Type());
  Value amax = arith::ConstantOp::create(builder, loc,
                                         DenseElementsAttr::get(type, 2.0f));
  for (StringRef name : NumericsAttr::getPresetNames()) {
    BlockScale scale = buildFloatScale(builder, loc, amax, kFloat8E4M3FN,
                                       preset(name), ScaleConvention::Decode);
    EXPECT_EQ(scale.encode.getType(), type);
    EXPECT_EQ(scale.stored.getType(), type);
  }
  EXPECT_TRUE(succeeded(module->verify()));
}
