//===- FloatLayout.cpp - What formats consist of --------------------------===//

#include "FloatLayout.h"

#include <algorithm>
#include <cmath>

using namespace lowp::simulator;

int FloatLayout::bias() const { return (1 << (exponentBits - 1)) - 1; }

uint32_t FloatLayout::largest() const {
  uint32_t top = (1u << (exponentBits + mantissaBits)) - 1;
  if (specials == Specials::None)
    return top;
  return specials == Specials::NaN ? top - 1 : top - (1u << mantissaBits);
}

uint32_t FloatLayout::nan() const {
  return specials == Specials::None ? largest()
                                    : (1u << (exponentBits + mantissaBits)) - 1;
}

float FloatLayout::decode(uint32_t pattern) const {
  uint32_t sign = 1u << (exponentBits + mantissaBits);
  uint32_t magnitude = pattern & (sign - 1);
  uint32_t mantissa = magnitude & ((1u << mantissaBits) - 1);
  int exponent = magnitude >> mantissaBits;
  float scale = 1u << mantissaBits;
  float value;
  if (specials == Specials::Infinity && magnitude == largest() + 1)
    value = INFINITY;
  else if (magnitude > largest())
    value = NAN;
  else if (exponent)
    value = std::ldexp(1 + mantissa / scale, exponent - bias());
  else
    value = std::ldexp(mantissa / scale, 1 - bias());
  return pattern & sign ? -value : value;
}

/// Rounds |value| as if exponents had no upper end, and packs it: what is too
/// large has a pattern above the limit.
uint32_t FloatLayout::encodeUpTo(double value, uint32_t limit) const {
  if (value != value)
    return nan();
  double magnitude = std::fabs(value);
  uint32_t sign = std::signbit(value) ? 1u << (exponentBits + mantissaBits) : 0;
  if (magnitude == 0)
    return sign;
  if (std::isinf(magnitude))
    return limit | sign;
  int exponent = std::max(std::ilogb(magnitude), 1 - bias());
  double unit = std::ldexp(magnitude, mantissaBits - exponent);
  auto mantissa = static_cast<uint64_t>(std::nearbyint(unit));
  uint64_t biased = exponent + bias() - 1;
  // The implicit bit, if there is one, adds 1 to the exponent.
  uint64_t packed = (biased << mantissaBits) + mantissa;
  return static_cast<uint32_t>(std::min<uint64_t>(packed, limit)) | sign;
}

uint32_t FloatLayout::encode(double value) const {
  return encodeUpTo(value, largest() + (specials == Specials::Infinity));
}

uint32_t FloatLayout::encodeFinite(double value) const {
  return encodeUpTo(value, largest());
}
