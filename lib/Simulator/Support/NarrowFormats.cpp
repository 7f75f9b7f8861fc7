//===- NarrowFormats.cpp - Formats of 4 and 6 bits, and of scales ---------===//

#include "NarrowFormats.h"
#include "Formats.h"

#include <algorithm>
#include <cmath>

using namespace lowp::simulator;

namespace {

/// Sign, exponent and mantissa; a format without NaN has values in all of its
/// patterns.
NarrowFormat makeFloat(const char *name, int exponentBits, int mantissaBits) {
  NarrowFormat format = {name, 1 + exponentBits + mantissaBits, {}, 0, 0};
  int bias = (1 << (exponentBits - 1)) - 1;
  int patterns = 1 << format.bits;
  format.values.fill(NAN);
  for (int bits = 0; bits < patterns; ++bits) {
    int exponent = bits >> mantissaBits & ((1 << exponentBits) - 1);
    int mantissa = bits & ((1 << mantissaBits) - 1);
    float fraction = std::ldexp(float(mantissa), -mantissaBits);
    float magnitude = exponent ? std::ldexp(1 + fraction, exponent - bias)
                               : std::ldexp(fraction, 1 - bias);
    format.values[bits] = bits & patterns / 2 ? -magnitude : magnitude;
  }
  format.largest = patterns / 2 - 1;
  // The conversion of NaN has the largest value as result.
  format.nan = format.largest;
  return format;
}

/// A format of Formats.h.
NarrowFormat makeEightBits(const char *name, const float *values,
                           uint8_t largest) {
  NarrowFormat format = {name, 8, {}, largest, 0x7F};
  std::copy_n(values, 256, format.values.begin());
  return format;
}

/// A power of two from 2^-127 on.
NarrowFormat makeUE8M0() {
  NarrowFormat format = {"ue8m0", 8, {}, 254, 255};
  for (int bits = 0; bits < 255; ++bits)
    format.values[bits] = std::ldexp(1.0f, bits - 127);
  format.values[255] = NAN;
  return format;
}

/// e4m3 whose sign does not count.
NarrowFormat makeUE4M3() {
  NarrowFormat format = makeEightBits("ue4m3", E4M3::values(), 0x7E);
  for (float &value : format.values)
    value = std::fabs(value);
  return format;
}

} // namespace

uint8_t NarrowFormat::encode(float value) const {
  if (value != value)
    return nan;
  double magnitude = std::fabs(double(value));
  // The patterns of magnitudes are in their order.
  int low = 0;
  while (low < largest && values[low + 1] <= magnitude)
    ++low;
  if (low < largest) {
    double below = magnitude - values[low], above = values[low + 1] - magnitude;
    low += above < below || (above == below && low % 2);
  }
  return low | (std::signbit(value) ? 1 << (bits - 1) : 0);
}

const NarrowFormat *lowp::simulator::findNarrowFormat(const std::string &name) {
  static const auto *formats = new std::array<NarrowFormat, 7>{
      makeEightBits("e4m3", E4M3::values(), 0x7E),
      makeEightBits("e5m2", E5M2::values(), 0x7B),
      makeFloat("e2m3", 2, 3),
      makeFloat("e3m2", 3, 2),
      makeFloat("e2m1", 2, 1),
      makeUE8M0(),
      makeUE4M3()};
  for (const NarrowFormat &format : *formats)
    if (name == format.name)
      return &format;
  return nullptr;
}
