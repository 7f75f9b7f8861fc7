//===- NarrowFormats.cpp - Formats of 4 and 6 bits, and of scales ---------===//

#include "NarrowFormats.h"
#include "FloatLayout.h"

#include <cmath>

using namespace lowp::simulator;

namespace {

NarrowFormat makeFloat(const char *name, const FloatLayout &layout) {
  NarrowFormat format = {name, layout.bits(), {}, &layout};
  format.values.fill(NAN);
  for (int bits = 0; bits < 1 << layout.bits(); ++bits)
    format.values[bits] = layout.decode(bits);
  return format;
}

/// A power of two from 2^-127 on.
NarrowFormat makeUE8M0() {
  NarrowFormat format = {"ue8m0", 8, {}, nullptr};
  for (int bits = 0; bits < 255; ++bits)
    format.values[bits] = std::ldexp(1.0f, bits - 127);
  format.values[255] = NAN;
  return format;
}

/// e4m3 whose sign does not count.
NarrowFormat makeUE4M3() {
  NarrowFormat format = makeFloat("ue4m3", kE4M3Layout);
  for (float &value : format.values)
    value = std::fabs(value);
  return format;
}

} // namespace

uint8_t NarrowFormat::encode(float value) const {
  return static_cast<uint8_t>(layout->encodeFinite(value));
}

const NarrowFormat *lowp::simulator::findNarrowFormat(const std::string &name) {
  static const auto *formats =
      new std::array<NarrowFormat, 7>{makeFloat("e4m3", kE4M3Layout),
                                      makeFloat("e5m2", kE5M2Layout),
                                      makeFloat("e2m3", kE2M3Layout),
                                      makeFloat("e3m2", kE3M2Layout),
                                      makeFloat("e2m1", kE2M1Layout),
                                      makeUE8M0(),
                                      makeUE4M3()};
  for (const NarrowFormat &format : *formats)
    if (name == format.name)
      return &format;
  return nullptr;
}
