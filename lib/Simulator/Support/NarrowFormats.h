//===- NarrowFormats.h - Formats of 4 and 6 bits, and of scales -*- C++ -*-===//

#ifndef LOWP_SIMULATOR_NARROWFORMATS_H
#define LOWP_SIMULATOR_NARROWFORMATS_H

#include <array>
#include <cstdint>
#include <string>

namespace lowp::simulator {

struct FloatLayout;

/// A format of up to 8 bits, as mma.sync and cvt name it.
struct NarrowFormat {
  const char *name;
  int bits;
  /// The values of all patterns of bits; above those of the format, NaN.
  std::array<float, 256> values;
  /// Null for powers of two.
  const FloatLayout *layout;

  /// To nearest, ties to even; what is too large stays finite. Not for powers
  /// of two.
  uint8_t encode(float value) const;
};

/// e4m3, e5m2, e2m3, e3m2, e2m1, ue8m0 or ue4m3; null for other names.
const NarrowFormat *findNarrowFormat(const std::string &name);

} // namespace lowp::simulator

#endif // LOWP_SIMULATOR_NARROWFORMATS_H
