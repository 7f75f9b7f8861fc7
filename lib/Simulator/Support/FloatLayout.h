//===- FloatLayout.h - What formats consist of ------------------*- C++ -*-===//

#ifndef LOWP_LIB_SIMULATOR_SUPPORT_FLOATLAYOUT_H
#define LOWP_LIB_SIMULATOR_SUPPORT_FLOATLAYOUT_H

#include <cstdint>

namespace lowp::simulator {

/// What the patterns of the largest exponent stand for: infinity and NaN, NaN
/// for the last one alone, or numbers.
enum class Specials { Infinity, NaN, None };

/// A sign, an exponent and a mantissa.
struct FloatLayout {
  int exponentBits;
  int mantissaBits;
  Specials specials;

  int bits() const { return 1 + exponentBits + mantissaBits; }
  /// The pattern of the largest finite value, and what NaN becomes.
  uint32_t largest() const;
  uint32_t nan() const;

  float decode(uint32_t pattern) const;
  /// To nearest, ties to even; what is too large becomes infinity.
  uint32_t encode(double value) const;
  /// The same, but what is too large stays finite.
  uint32_t encodeFinite(double value) const;

private:
  int bias() const;
  uint32_t encodeUpTo(double value, uint32_t limit) const;
};

constexpr FloatLayout kBF16Layout = {8, 7, Specials::Infinity};
constexpr FloatLayout kF16Layout = {5, 10, Specials::Infinity};
constexpr FloatLayout kE4M3Layout = {4, 3, Specials::NaN};
constexpr FloatLayout kE5M2Layout = {5, 2, Specials::Infinity};
constexpr FloatLayout kE2M3Layout = {2, 3, Specials::None};
constexpr FloatLayout kE3M2Layout = {3, 2, Specials::None};
constexpr FloatLayout kE2M1Layout = {2, 1, Specials::None};

} // namespace lowp::simulator

#endif // LOWP_LIB_SIMULATOR_SUPPORT_FLOATLAYOUT_H
