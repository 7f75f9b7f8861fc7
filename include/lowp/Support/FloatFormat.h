//===- FloatFormat.h - Facts about small floating-point formats -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the host needs to know about an element format to encode, decode and
// scale it. No MLIR: unit tests and the runtime use it as well.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_FLOATFORMAT_H
#define LOWP_SUPPORT_FLOATFORMAT_H

#include <cstdint>

namespace mlir::lowp {

/// Where a format keeps its non-finite values.
enum class NonFinite {
  /// Infinities and NaNs fill the largest exponent, as IEEE 754 does.
  Ieee,
  /// One NaN code per sign (all exponent and mantissa bits set), no infinity.
  NanOnly,
  /// Every code is a finite number.
  None,
};

/// A sign-exponent-mantissa format of at most 8 bits.
struct FloatFormat {
  const char *name;
  unsigned exponentBits;
  unsigned mantissaBits;
  int bias;
  NonFinite nonFinite;

  /// Number of bits of a code, sign included.
  constexpr unsigned width() const { return 1 + exponentBits + mantissaBits; }

  /// The code of the largest finite value (without sign).
  uint32_t maxFiniteCode() const;

  /// The code of the positive NaN; meaningless for `NonFinite::None`.
  uint32_t nanCode() const;

  /// The largest finite value, for example 448 for e4m3.
  double maxFinite() const;

  /// The exponent of the smallest normal value, for example -6 for e4m3.
  constexpr int minExponent() const { return 1 - bias; }

  /// The exponent of the largest power of two, for example 8 for e4m3.
  int maxExponent() const;

  /// The value of `code`; NaN and infinities included.
  double decode(uint32_t code) const;

  /// Whether every value of `other`, NaN and infinities included, is one of
  /// this format too.
  bool contains(const FloatFormat &other) const;

  /// The code nearest to `value`, ties to the even mantissa. Finite values
  /// beyond the largest become that largest one when `saturate` is set, else
  /// infinity or NaN, whichever the format has. Formats without non-finite
  /// values always saturate, and NaN becomes their largest positive value, as
  /// it does on hardware.
  uint32_t encode(float value, bool saturate) const;

  /// The code below or above `value`: the one farther from zero with the
  /// probability of the part that is cut off, as the 32 bits of `random`
  /// decide. `saturate` as for `encode`.
  uint32_t encodeStochastic(float value, uint32_t random, bool saturate) const;
};

/// OCP FP8 E4M3: 448 at most, NaN but no infinity.
extern const FloatFormat kFloat8E4M3FN;
/// OCP FP8 E5M2: 57344 at most, IEEE-like.
extern const FloatFormat kFloat8E5M2;
/// OCP FP6 E2M3: 7.5 at most, all codes finite.
extern const FloatFormat kFloat6E2M3FN;
/// OCP FP6 E3M2: 28 at most, all codes finite.
extern const FloatFormat kFloat6E3M2FN;
/// OCP FP4 E2M1: 6 at most, all codes finite.
extern const FloatFormat kFloat4E2M1FN;

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_FLOATFORMAT_H
