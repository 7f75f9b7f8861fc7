//===- PackedElements.h - Elements of less than 8 bits in bytes -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element e of a row takes the bits [e * width, e * width + width) of the row,
// counted from the lowest bit of its first byte. Two elements of 4 bits share a
// byte, the first one in its low half. Elements of 6 bits come in groups of 16
// that take 12 bytes: what Blackwell's TMA calls 16U6_ALIGN16B. It
// spreads each group to 16 bytes of shared memory, the form that tensor cores
// read; in global memory there is no gap.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_PACKEDELEMENTS_H
#define LOWP_SUPPORT_PACKEDELEMENTS_H

#include "lowp/Support/ElementBytes.h"

#include <cstdint>

namespace mlir::lowp {

/// How a row of elements of `width` bits (4 or 6) is packed.
struct PackedElements {
  unsigned width;

  constexpr explicit PackedElements(unsigned width) : width(width) {}

  /// Elements that only come together: a row is filled up to a multiple of
  /// this with codes of 0.
  constexpr int64_t group() const { return width == 4 ? 2 : 16; }
  constexpr int64_t bytesOfGroup() const {
    return bytesOfBits(group() * width);
  }

  /// Bytes of a row of `elements` elements.
  constexpr int64_t bytesOf(int64_t elements) const {
    return (elements + group() - 1) / group() * bytesOfGroup();
  }
  /// The most elements that a row of `bytes` bytes holds.
  constexpr int64_t elementsIn(int64_t bytes) const {
    return bytes / bytesOfGroup() * group();
  }

  /// The byte that the lowest bit of an element is in, and which bit it is.
  constexpr int64_t byteOf(int64_t element) const {
    return element * width / kBitsPerByte;
  }
  constexpr unsigned shiftOf(int64_t element) const {
    return static_cast<unsigned>(element * width % kBitsPerByte);
  }
};

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_PACKEDELEMENTS_H
