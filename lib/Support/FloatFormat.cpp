//===- FloatFormat.cpp - Facts about small floating-point formats ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Support/FloatFormat.h"

#include <cmath>
#include <limits>

using namespace lowp;

const FloatFormat lowp::kFloat8E4M3FN = {"f8E4M3FN", 4, 3, 7,
                                         NonFinite::NanOnly};
const FloatFormat lowp::kFloat8E5M2 = {"f8E5M2", 5, 2, 15, NonFinite::Ieee};

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

uint32_t FloatFormat::encode(float value, bool saturate) const {
  uint32_t sign =
      std::signbit(value) ? 1u << (exponentBits + mantissaBits) : 0u;
  bool mayOverflow = nonFinite != NonFinite::None && !saturate;
  if (std::isnan(value))
    return sign | (nonFinite == NonFinite::None ? maxFiniteCode() : nanCode());
  double magnitude = std::fabs(static_cast<double>(value));
  uint32_t overflow = maxFiniteCode() + (mayOverflow ? 1 : 0);
  if (std::isinf(value))
    return sign | overflow;
  int exponent = magnitude == 0 ? minExponent() : std::ilogb(magnitude);
  if (exponent < minExponent())
    exponent = minExponent();
  // The default rounding mode, to nearest even, is the one wanted.
  double steps =
      std::nearbyint(std::ldexp(magnitude, int(mantissaBits) - exponent));
  // `steps` counts the spacing of this binade; codes are consecutive, so a
  // carry into the next binade needs no special case.
  double code =
      steps + double(exponent - minExponent()) * double(1u << mantissaBits);
  return sign |
         (code > maxFiniteCode() ? overflow : static_cast<uint32_t>(code));
}
