//===- Formats.cpp - Small floating-point formats -------------------------===//

#include "Formats.h"

#include <array>
#include <cmath>

using namespace lowp::simulator;

namespace {

/// Bits and exponents of a format.
struct Layout {
  int exponentBits;
  int mantissaBits;
  bool hasInfinity;
};

constexpr Layout kBF16 = {8, 7, true};
constexpr Layout kF16 = {5, 10, true};
constexpr Layout kE4M3 = {4, 3, false};
constexpr Layout kE5M2 = {5, 2, true};

int bias(const Layout &layout) { return (1 << (layout.exponentBits - 1)) - 1; }

float decode(const Layout &layout, uint32_t bits) {
  uint32_t mantissa = bits & ((1u << layout.mantissaBits) - 1);
  int maxExponent = (1 << layout.exponentBits) - 1;
  int exponent = bits >> layout.mantissaBits & maxExponent;
  bool isNegative = bits >> (layout.exponentBits + layout.mantissaBits) & 1;
  float scale = 1u << layout.mantissaBits;
  float value;
  if (layout.hasInfinity && exponent == maxExponent)
    value = mantissa ? NAN : INFINITY;
  else if (!layout.hasInfinity && exponent == maxExponent &&
           mantissa == (1u << layout.mantissaBits) - 1)
    value = NAN;
  else if (exponent)
    value = std::ldexp(1 + mantissa / scale, exponent - bias(layout));
  else
    value = std::ldexp(mantissa / scale, 1 - bias(layout));
  return isNegative ? -value : value;
}

/// Rounds |value| to nearest, ties to even, as if exponents had no upper end,
/// and packs it: what is too large has bits above those of the format.
uint32_t encodeMagnitude(const Layout &layout, double magnitude) {
  if (magnitude == 0)
    return 0;
  int exponent = std::max(std::ilogb(magnitude), 1 - bias(layout));
  double unit = std::ldexp(magnitude, layout.mantissaBits - exponent);
  auto mantissa = static_cast<uint64_t>(std::nearbyint(unit));
  uint64_t biased = exponent + bias(layout) - 1;
  // The implicit bit, if there is one, adds 1 to the exponent.
  uint64_t packed = (biased << layout.mantissaBits) + mantissa;
  return packed > 0xFFFFFF ? 0xFFFFFF : packed;
}

/// The largest finite value's bits.
uint32_t largest(const Layout &layout) {
  uint32_t top = (1u << (layout.exponentBits + layout.mantissaBits)) - 1;
  return layout.hasInfinity ? top - (1u << layout.mantissaBits) : top - 1;
}

uint8_t encodeSaturated(const Layout &layout, float value) {
  if (value != value)
    return 0x7F;
  uint32_t limit = largest(layout);
  uint32_t bits = std::isinf(value)
                      ? limit
                      : encodeMagnitude(layout, std::fabs(double(value)));
  return (bits > limit ? limit : bits) | (std::signbit(value) ? 0x80 : 0);
}

/// A format of 16 bits; what is too large becomes infinity.
uint16_t encode16(const Layout &layout, double value) {
  if (value != value)
    return 0x7FFF;
  uint32_t infinity = largest(layout) + 1;
  uint32_t bits =
      std::isinf(value) ? infinity : encodeMagnitude(layout, std::fabs(value));
  bits = bits > infinity ? infinity : bits;
  return bits | (std::signbit(value) ? 0x8000 : 0);
}

template <size_t count>
std::array<float, count> decodeAll(const Layout &layout) {
  std::array<float, count> values;
  for (size_t bits = 0; bits < count; ++bits)
    values[bits] = decode(layout, bits);
  return values;
}

} // namespace

F16 F16::from(double value) { return {encode16(kF16, value)}; }
BF16 BF16::from(double value) { return {encode16(kBF16, value)}; }

float F16::toFloat() const {
  static const auto *values =
      new std::array<float, 65536>(decodeAll<65536>(kF16));
  return (*values)[bits];
}

E4M3 E4M3::from(float value) { return {encodeSaturated(kE4M3, value)}; }
E5M2 E5M2::from(float value) { return {encodeSaturated(kE5M2, value)}; }

const float *E4M3::values() {
  static const auto *table = new auto(decodeAll<256>(kE4M3));
  return table->data();
}

const float *E5M2::values() {
  static const auto *table = new auto(decodeAll<256>(kE5M2));
  return table->data();
}
