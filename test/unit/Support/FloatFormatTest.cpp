//===- FloatFormatTest.cpp - Small floating-point formats -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every code of every format, in both directions, and around every tie.
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/FloatFormat.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using mlir::lowp::FloatFormat;
using mlir::lowp::NonFinite;

namespace {
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

class FloatFormatTest : public testing::TestWithParam<const FloatFormat *> {
protected:
  const FloatFormat &format() const { return *GetParam(); }
  uint32_t signBit() const { return 1u << (format().width() - 1); }
};

INSTANTIATE_TEST_SUITE_P(
    Formats, FloatFormatTest,
    testing::Values(&mlir::lowp::kFloat8E4M3FN, &mlir::lowp::kFloat8E5M2,
                    &mlir::lowp::kFloat6E2M3FN, &mlir::lowp::kFloat6E3M2FN,
                    &mlir::lowp::kFloat4E2M1FN),
    [](const testing::TestParamInfo<const FloatFormat *> &info) {
      return std::string(info.param->name);
    });
} // namespace

TEST_P(FloatFormatTest, FiniteCodesSurviveDecodeAndEncode) {
  for (uint32_t code = 0; code <= format().maxFiniteCode(); ++code) {
    float value = static_cast<float>(format().decode(code));
    EXPECT_EQ(format().encode(value, /*saturate=*/true), code);
    EXPECT_EQ(format().encode(value, /*saturate=*/false), code);
    EXPECT_EQ(format().encode(-value, /*saturate=*/true), code | signBit());
  }
}

TEST_P(FloatFormatTest, NegativeCodesMirrorPositiveOnes) {
  for (uint32_t code = 0; code <= format().maxFiniteCode(); ++code) {
    EXPECT_EQ(format().decode(code | signBit()), -format().decode(code));
    EXPECT_TRUE(std::signbit(format().decode(code | signBit())));
  }
}

TEST_P(FloatFormatTest, CodesAreInTheOrderOfTheirValues) {
  for (uint32_t code = 0; code < format().maxFiniteCode(); ++code)
    EXPECT_LT(format().decode(code), format().decode(code + 1));
}

TEST_P(FloatFormatTest, TiesGoToTheEvenCode) {
  for (uint32_t code = 0; code < format().maxFiniteCode(); ++code) {
    double middle = (format().decode(code) + format().decode(code + 1)) / 2;
    uint32_t even = code % 2 == 0 ? code : code + 1;
    EXPECT_EQ(format().encode(static_cast<float>(middle), true), even);
  }
}

TEST_P(FloatFormatTest, NextToATieTheNearerCodeWins) {
  for (uint32_t code = 0; code < format().maxFiniteCode(); ++code) {
    auto middle = static_cast<float>(
        (format().decode(code) + format().decode(code + 1)) / 2);
    EXPECT_EQ(format().encode(std::nextafter(middle, 0.0f), true), code);
    EXPECT_EQ(format().encode(std::nextafter(middle, kInfinity), true),
              code + 1);
  }
}

TEST_P(FloatFormatTest, LargeValuesSaturateWhenAsked) {
  float max = static_cast<float>(format().maxFinite());
  for (float value : {max * 1.5f, 1.0e30f, kInfinity}) {
    EXPECT_EQ(format().encode(value, true), format().maxFiniteCode());
    EXPECT_EQ(format().encode(-value, true),
              format().maxFiniteCode() | signBit());
  }
}

TEST_P(FloatFormatTest, LargeValuesBecomeNonFiniteOtherwise) {
  float max = static_cast<float>(format().maxFinite());
  bool stays = format().nonFinite == NonFinite::None;
  for (float value : {max * 1.5f, 1.0e30f, kInfinity}) {
    double decoded = format().decode(format().encode(value, false));
    EXPECT_EQ(std::isfinite(decoded), stays) << value;
    if (stays)
      EXPECT_EQ(decoded, format().maxFinite());
  }
}

TEST_P(FloatFormatTest, RoundsDownToTheLargestValueBelowTheNextStep) {
  uint32_t code = format().maxFiniteCode();
  double step = format().decode(code) - format().decode(code - 1);
  auto below = static_cast<float>(format().maxFinite() + step * 0.49);
  EXPECT_EQ(format().encode(below, false), code);
}

TEST_P(FloatFormatTest, NaNStaysNaNOrBecomesTheLargestValue) {
  bool hasNaN = format().nonFinite != NonFinite::None;
  for (bool saturate : {false, true}) {
    for (float value : {kNaN, -kNaN}) {
      uint32_t code = format().encode(value, saturate);
      EXPECT_EQ(std::isnan(format().decode(code)), hasNaN);
      if (!hasNaN)
        EXPECT_EQ(code, format().maxFiniteCode());
    }
  }
  if (hasNaN)
    EXPECT_TRUE(std::isnan(format().decode(format().nanCode())));
}

TEST_P(FloatFormatTest, SmallValuesBecomeZeroOfTheirSign) {
  auto half = static_cast<float>(format().decode(1) / 2);
  EXPECT_EQ(format().encode(half, true), 0u);
  EXPECT_EQ(format().encode(-half, true), signBit());
  EXPECT_EQ(format().encode(std::numeric_limits<float>::denorm_min(), true),
            0u);
}

TEST(FloatFormat, E4M3HasTheLimitsOfItsSpecification) {
  const FloatFormat &e4m3 = mlir::lowp::kFloat8E4M3FN;
  EXPECT_EQ(e4m3.width(), 8u);
  EXPECT_EQ(e4m3.maxFinite(), 448.0);
  EXPECT_EQ(e4m3.maxFiniteCode(), 0x7Eu);
  EXPECT_EQ(e4m3.nanCode(), 0x7Fu);
  EXPECT_EQ(e4m3.minExponent(), -6);
  EXPECT_EQ(e4m3.decode(0x01), std::ldexp(1.0, -9));
  EXPECT_EQ(e4m3.decode(0x08), std::ldexp(1.0, -6));
  EXPECT_EQ(e4m3.decode(0x38), 1.0);
}

TEST(FloatFormat, E5M2HasTheLimitsOfItsSpecification) {
  const FloatFormat &e5m2 = mlir::lowp::kFloat8E5M2;
  EXPECT_EQ(e5m2.width(), 8u);
  EXPECT_EQ(e5m2.maxFinite(), 57344.0);
  EXPECT_EQ(e5m2.maxFiniteCode(), 0x7Bu);
  EXPECT_EQ(e5m2.minExponent(), -14);
  EXPECT_EQ(e5m2.decode(0x01), std::ldexp(1.0, -16));
  EXPECT_EQ(e5m2.decode(0x3C), 1.0);
  EXPECT_EQ(e5m2.encode(kInfinity, false), 0x7Cu);
  EXPECT_TRUE(std::isinf(e5m2.decode(0x7C)));
  EXPECT_TRUE(std::isinf(e5m2.decode(0xFC)));
  for (uint32_t code : {0x7Du, 0x7Eu, 0x7Fu})
    EXPECT_TRUE(std::isnan(e5m2.decode(code)));
}

TEST(FloatFormat, TheNarrowFormatsHaveTheLimitsOfTheirSpecification) {
  const FloatFormat &e2m3 = mlir::lowp::kFloat6E2M3FN;
  EXPECT_EQ(e2m3.width(), 6u);
  EXPECT_EQ(e2m3.maxFinite(), 7.5);
  EXPECT_EQ(e2m3.maxExponent(), 2);
  EXPECT_EQ(e2m3.decode(0x01), 0.125);
  const FloatFormat &e3m2 = mlir::lowp::kFloat6E3M2FN;
  EXPECT_EQ(e3m2.width(), 6u);
  EXPECT_EQ(e3m2.maxFinite(), 28.0);
  EXPECT_EQ(e3m2.maxExponent(), 4);
  EXPECT_EQ(e3m2.decode(0x01), 0.0625);
  const FloatFormat &e2m1 = mlir::lowp::kFloat4E2M1FN;
  EXPECT_EQ(e2m1.width(), 4u);
  constexpr double values[] = {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0};
  for (uint32_t code = 0; code < 8; ++code)
    EXPECT_EQ(e2m1.decode(code), values[code]);
}

TEST(FloatFormat, LargestPowersOfTwo) {
  EXPECT_EQ(mlir::lowp::kFloat8E4M3FN.maxExponent(), 8);
  EXPECT_EQ(mlir::lowp::kFloat8E5M2.maxExponent(), 15);
  EXPECT_EQ(mlir::lowp::kFloat4E2M1FN.maxExponent(), 2);
}

TEST(FloatFormat, ContainsFormatsOfWhichItHasAllValues) {
  const FloatFormat *e4m3 = &mlir::lowp::kFloat8E4M3FN,
                    *e5m2 = &mlir::lowp::kFloat8E5M2,
                    *e2m3 = &mlir::lowp::kFloat6E2M3FN,
                    *e3m2 = &mlir::lowp::kFloat6E3M2FN,
                    *e2m1 = &mlir::lowp::kFloat4E2M1FN;
  const FloatFormat *formats[] = {e4m3, e5m2, e2m3, e3m2, e2m1};
  // Which of them, in this order, each one contains.
  constexpr bool contained[5][5] = {{true, false, true, true, true},
                                    {false, true, false, true, true},
                                    {false, false, true, false, true},
                                    {false, false, false, true, true},
                                    {false, false, false, false, true}};
  for (size_t wide = 0; wide < 5; ++wide)
    for (size_t narrow = 0; narrow < 5; ++narrow)
      EXPECT_EQ(formats[wide]->contains(*formats[narrow]),
                contained[wide][narrow])
          << formats[wide]->name << " of " << formats[narrow]->name;
}
