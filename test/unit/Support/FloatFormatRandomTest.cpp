//===- FloatFormatRandomTest.cpp - Casts against a table ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random values and a formula that shares nothing with the code: look for the
// neighbours in the table of all values. 10^5 values for each format and mode,
// 10^7 if LOWP_LONG_TESTS is set.
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/FloatFormat.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

using mlir::lowp::FloatFormat;
using mlir::lowp::NonFinite;

namespace {
size_t sampleSize() {
  return std::getenv("LOWP_LONG_TESTS") ? 10'000'000 : 100'000;
}

/// Half of the samples are random bits, half near what the format resolves.
class Samples {
public:
  explicit Samples(const FloatFormat &format)
      : exponents(format.minExponent() - int(format.mantissaBits) - 3,
                  format.maxExponent() + 2) {}

  float next() {
    auto bits = static_cast<uint32_t>(engine());
    float value;
    std::memcpy(&value, &bits, sizeof value);
    if (engine() & 1)
      return value;
    float mantissa = 1.0f + static_cast<float>(bits & 0x7FFFFF) / 8388608.0f;
    return std::ldexp(bits >> 31 ? -mantissa : mantissa, exponents(engine));
  }

  std::mt19937 engine{42};

private:
  std::uniform_int_distribution<int> exponents;
};

/// The values of a format in ascending order; their indices are codes.
class Table {
public:
  explicit Table(const FloatFormat &format) : format(format) {
    for (uint32_t code = 0; code <= format.maxFiniteCode(); ++code)
      values.push_back(format.decode(code));
    // What the next step would be, were there more codes.
    values.push_back(2 * values.back() - values[values.size() - 2]);
  }

  uint32_t nearest(float value, bool saturate) const {
    return finish(value, saturate, [&](double magnitude, size_t above) {
      double below = magnitude - values[above - 1];
      double missing = values[above] - magnitude;
      bool roundsUp = missing < below || (missing == below && above % 2 == 0);
      return roundsUp ? above : above - 1;
    });
  }

  uint32_t stochastic(float value, uint32_t random, bool saturate) const {
    return finish(value, saturate, [&](double magnitude, size_t above) {
      double part =
          (magnitude - values[above - 1]) / (values[above] - values[above - 1]);
      double threshold = 4294967296.0 - std::floor(part * 4294967296.0);
      return double(random) >= threshold ? above : above - 1;
    });
  }

private:
  template <typename Choose>
  uint32_t finish(float value, bool saturate, Choose choose) const {
    uint32_t sign = std::signbit(value) ? 1u << (format.width() - 1) : 0u;
    bool hasNone = format.nonFinite == NonFinite::None;
    if (std::isnan(value))
      return hasNone ? format.maxFiniteCode() : format.nanCode() | sign;
    double magnitude = std::fabs(double(value));
    size_t above = std::upper_bound(values.begin(), values.end(), magnitude) -
                   values.begin();
    size_t code = above == values.size() ? above - 1 : choose(magnitude, above);
    if (code > format.maxFiniteCode() && (hasNone || saturate))
      code = format.maxFiniteCode();
    return static_cast<uint32_t>(code) | sign;
  }

  const FloatFormat &format;
  std::vector<double> values;
};

class FloatFormatRandomTest
    : public testing::TestWithParam<const FloatFormat *> {};

INSTANTIATE_TEST_SUITE_P(
    Formats, FloatFormatRandomTest,
    testing::Values(&mlir::lowp::kFloat8E4M3FN, &mlir::lowp::kFloat8E5M2,
                    &mlir::lowp::kFloat6E2M3FN, &mlir::lowp::kFloat6E3M2FN,
                    &mlir::lowp::kFloat4E2M1FN),
    [](const testing::TestParamInfo<const FloatFormat *> &info) {
      return std::string(info.param->name);
    });
} // namespace

TEST_P(FloatFormatRandomTest, EncodeFindsTheNearestValue) {
  Table table(*GetParam());
  Samples samples(*GetParam());
  for (size_t i = 0, e = sampleSize(); i < e; ++i) {
    float value = samples.next();
    for (bool saturate : {false, true})
      ASSERT_EQ(GetParam()->encode(value, saturate),
                table.nearest(value, saturate))
          << value;
  }
}

TEST_P(FloatFormatRandomTest, EncodeStochasticFollowsItsBits) {
  Table table(*GetParam());
  Samples samples(*GetParam());
  for (size_t i = 0, e = sampleSize(); i < e; ++i) {
    float value = samples.next();
    auto random = static_cast<uint32_t>(samples.engine());
    for (bool saturate : {false, true})
      ASSERT_EQ(GetParam()->encodeStochastic(value, random, saturate),
                table.stochastic(value, random, saturate))
          << value << " " << random;
  }
}

/// All thresholds of 16 bits together: the mean is the value itself.
TEST_P(FloatFormatRandomTest, StochasticRoundingIsUnbiased) {
  for (float value : {0.3f, 1.1f, -2.7f, 3.9f, 0.01f}) {
    double sum = 0.0;
    for (uint32_t step = 0; step < 65536; ++step)
      sum += GetParam()->decode(
          GetParam()->encodeStochastic(value, step << 16, true));
    EXPECT_NEAR(sum / 65536.0, value, 1e-4 * GetParam()->maxFinite());
  }
}
