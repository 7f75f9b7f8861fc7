//===- Formats.cpp - Small floating-point formats -------------------------===//

#include "Formats.h"
#include "FloatLayout.h"

#include <array>

using namespace lowp::simulator;

template <size_t count>
static std::array<float, count> decodeAll(const FloatLayout &layout) {
  std::array<float, count> values;
  for (size_t bits = 0; bits < count; ++bits)
    values[bits] = layout.decode(bits);
  return values;
}

F16 F16::from(double value) { return {uint16_t(kF16Layout.encode(value))}; }
BF16 BF16::from(double value) { return {uint16_t(kBF16Layout.encode(value))}; }

float F16::toFloat() const {
  static const auto *values =
      new std::array<float, 65536>(decodeAll<65536>(kF16Layout));
  return (*values)[bits];
}

E4M3 E4M3::from(float value) {
  return {uint8_t(kE4M3Layout.encodeFinite(value))};
}
E5M2 E5M2::from(float value) {
  return {uint8_t(kE5M2Layout.encodeFinite(value))};
}

const float *E4M3::values() {
  static const auto *table = new auto(decodeAll<256>(kE4M3Layout));
  return table->data();
}

const float *E5M2::values() {
  static const auto *table = new auto(decodeAll<256>(kE5M2Layout));
  return table->data();
}
