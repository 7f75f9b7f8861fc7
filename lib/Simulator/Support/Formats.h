//===- Formats.h - Small floating-point formats -----------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_SUPPORT_FORMATS_H
#define LOWP_LIB_SIMULATOR_SUPPORT_FORMATS_H

#include <cstdint>
#include <cstring>

namespace lowp::simulator {

template <typename To, typename From>
inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

/// The NaN that the device's arithmetic makes.
constexpr uint32_t kNaN32 = 0x7FFFFFFF;
constexpr uint64_t kNaN64 = 0x7FF8000000000000;

inline float canonical(float value) {
  return value != value ? bitCast<float>(kNaN32) : value;
}
inline double canonical(double value) {
  return value != value ? bitCast<double>(kNaN64) : value;
}

struct BF16 {
  uint16_t bits;

  static BF16 from(float value) {
    uint32_t wide = bitCast<uint32_t>(value);
    if ((wide & 0x7FFFFFFF) > 0x7F800000)
      return {0x7FFF};
    wide += 0x7FFF + (wide >> 16 & 1);
    return {uint16_t(wide >> 16)};
  }
  static BF16 from(double value);
  float toFloat() const { return bitCast<float>(uint32_t(bits) << 16); }
};

struct F16 {
  uint16_t bits;

  static F16 from(double value);
  float toFloat() const;
};

/// A word that counts without its low 13 bits.
struct TF32 {
  uint32_t bits;

  static TF32 from(float value) {
    uint32_t wide = bitCast<uint32_t>(value);
    if ((wide & 0x7FFFFFFF) > 0x7F800000)
      return {kNaN32};
    wide += 0xFFF + (wide >> 13 & 1);
    return {wide & ~0x1FFFu};
  }
  float toFloat() const { return bitCast<float>(bits & ~0x1FFFu); }
};

/// Rounding to nearest that keeps finite what is too large.
struct E4M3 {
  uint8_t bits;

  static E4M3 from(float value);
  /// The values of all 256 patterns of bits.
  static const float *values();
  float toFloat() const { return values()[bits]; }
};

struct E5M2 {
  uint8_t bits;

  static E5M2 from(float value);
  /// The values of all 256 patterns of bits.
  static const float *values();
  float toFloat() const { return values()[bits]; }
};

/// Two values in a register; the first is the low part.
template <typename T>
struct Pair {
  T low, high;
};

using BF16x2 = Pair<BF16>;

inline float toFloat(float value) { return value; }
inline float toFloat(BF16 value) { return value.toFloat(); }
inline float toFloat(F16 value) { return value.toFloat(); }
inline float toFloat(E4M3 value) { return value.toFloat(); }
inline float toFloat(E5M2 value) { return value.toFloat(); }

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_SUPPORT_FORMATS_H
