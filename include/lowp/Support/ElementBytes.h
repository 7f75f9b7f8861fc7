//===- ElementBytes.h - Bytes that elements take ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two elements of 4 bits share a byte; all others have bytes of their own, a
// power of two of them, so that the 19 bits of tf32 take 4 and 6 bits take one.
// Where copies spread elements of less than a byte, each lies in one.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_ELEMENTBYTES_H
#define LOWP_SUPPORT_ELEMENTBYTES_H

#include <cstdint>

namespace mlir::lowp {

inline constexpr int64_t kBitsPerByte = 8;

/// Bytes that hold `bits` bits.
constexpr int64_t bytesOfBits(int64_t bits) {
  return (bits + kBitsPerByte - 1) / kBitsPerByte;
}

/// Bytes of one of many elements of `bits` bits without gaps, for sums of
/// costs.
constexpr double meanBytes(double bits) {
  return bits / static_cast<double>(kBitsPerByte);
}

/// Bits that an element of `bits` bits takes where it lies.
constexpr int64_t storedBits(int64_t bits) {
  if (bits == kBitsPerByte / 2)
    return bits;
  int64_t stored = kBitsPerByte;
  while (stored < bits)
    stored *= 2;
  return stored;
}

/// Bytes that `elements` elements of `bits` bits take where they lie.
constexpr int64_t storedBytes(int64_t elements, int64_t bits) {
  return bytesOfBits(elements * storedBits(bits));
}

/// Elements of `bits` bits that lie in `bytes` bytes.
constexpr int64_t elementsIn(int64_t bytes, int64_t bits) {
  return bytes * kBitsPerByte / storedBits(bits);
}

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_ELEMENTBYTES_H
