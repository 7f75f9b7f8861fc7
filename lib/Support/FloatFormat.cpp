//===- FloatFormat.cpp - Facts about small floating-point formats ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/FloatFormat.h"

#include <cmath>
#include <limits>

using namespace mlir::lowp;

const FloatFormat mlir::lowp::kFloat8E4M3FN = {"f8E4M3FN", 4, 3, 7,
                                               NonFinite::NanOnly};
const FloatFormat mlir::lowp::kFloat8E5M2 = {"f8E5M2", 5, 2, 15,
                                             NonFinite::Ieee};
const FloatFormat mlir::lowp::kFloat6E2M3FN = {"f6E2M3FN", 2, 3, 1,
                                               NonFinite::None};
const FloatFormat mlir::lowp::kFloat6E3M2FN = {"f6E3M2FN", 3, 2, 3,
                                               NonFinite::None};
const FloatFormat mlir::lowp::kFloat4E2M1FN = {"f4E2M1FN", 2, 1, 1,
                                               NonFinite::None};

/// The code with all exponent and mantissa bits set.
static uint32_t allOnes(const FloatFormat &format) {
  return (1u << (format.exponentBits + format.mantissaBits)) - 1;
}

uint32_t FloatFormat::maxFiniteCode() const {
  switch (nonFinite) {
  case NonFinite::Ieee:
    return allOnes(*this) - (1u << mantissaBits);
  case NonFinite::NanOnly:
    return allOnes(*this) - 1;
  case NonFinite::None:
    break;
  }
  return allOnes(*this);
}

uint32_t FloatFormat::nanCode() const { return allOnes(*this); }

double FloatFormat::maxFinite() const { return decode(maxFiniteCode()); }

int FloatFormat::maxExponent() const {
  return static_cast<int>(maxFiniteCode() >> mantissaBits) - bias;
}

double FloatFormat::decode(uint32_t code) const {
  uint32_t magnitude = code & allOnes(*this);
  double sign = (code >> (exponentBits + mantissaBits)) & 1 ? -1.0 : 1.0;
  if (magnitude > maxFiniteCode()) {
    bool infinite =
        nonFinite == NonFinite::Ieee && magnitude == maxFiniteCode() + 1;
    return infinite ? sign * std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::quiet_NaN();
  }
  int exponent = static_cast<int>(magnitude >> mantissaBits);
  double mantissa = magnitude & ((1u << mantissaBits) - 1);
  if (exponent == 0)
    return sign * std::ldexp(mantissa, minExponent() - int(mantissaBits));
  mantissa += 1u << mantissaBits;
  return sign * std::ldexp(mantissa, exponent - bias - int(mantissaBits));
}

/// The code of a magnitude that is `steps` times the spacing of the binade of
/// `exponent`. Codes are consecutive, so that a carry into the next binade
/// needs no special case.
static double codeOf(const FloatFormat &format, int exponent, double steps) {
  return steps + double(exponent - format.minExponent()) *
                     double(1u << format.mantissaBits);
}

/// The exponent of the binade whose spacing a magnitude is rounded to.
static int binadeOf(const FloatFormat &format, double magnitude) {
  int exponent = magnitude == 0 ? format.minExponent() : std::ilogb(magnitude);
  return exponent < format.minExponent() ? format.minExponent() : exponent;
}

/// The code of an infinity or NaN, or of what is too large.
static uint32_t specialCode(const FloatFormat &format, float value,
                            uint32_t sign, bool saturate) {
  bool hasNone = format.nonFinite == NonFinite::None;
  if (std::isnan(value))
    return hasNone ? format.maxFiniteCode() : sign | format.nanCode();
  return sign | (format.maxFiniteCode() + (hasNone || saturate ? 0 : 1));
}

/// Rounds with `round`, which takes the magnitude in units of its spacing.
template <typename Round>
static uint32_t encodeWith(const FloatFormat &format, float value,
                           bool saturate, Round round) {
  uint32_t sign = std::signbit(value) ? 1u << (format.width() - 1) : 0u;
  if (!std::isfinite(value))
    return specialCode(format, value, sign, saturate);
  double magnitude = std::fabs(static_cast<double>(value));
  int exponent = binadeOf(format, magnitude);
  double exact = std::ldexp(magnitude, int(format.mantissaBits) - exponent);
  double code = codeOf(format, exponent, round(exact));
  if (code > format.maxFiniteCode())
    return specialCode(format, HUGE_VALF, sign, saturate);
  return sign | static_cast<uint32_t>(code);
}

uint32_t FloatFormat::encode(float value, bool saturate) const {
  // The default rounding mode, to nearest even, is the one wanted.
  return encodeWith(*this, value, saturate,
                    [](double exact) { return std::nearbyint(exact); });
}

uint32_t FloatFormat::encodeStochastic(float value, uint32_t random,
                                       bool saturate) const {
  return encodeWith(*this, value, saturate, [random](double exact) {
    // 32 bits of the fraction count; the sum is exact in double precision.
    double fixedPoint = std::floor(std::ldexp(exact, 32));
    return std::floor(std::ldexp(fixedPoint + double(random), -32));
  });
}

bool FloatFormat::contains(const FloatFormat &other) const {
  for (uint32_t code = 0; code < 1u << other.width(); ++code) {
    double value = other.decode(code);
    double here = decode(encode(static_cast<float>(value), /*saturate=*/false));
    bool areBothNaN = std::isnan(value) && std::isnan(here);
    if (!areBothNaN && value != here)
      return false;
  }
  return true;
}
