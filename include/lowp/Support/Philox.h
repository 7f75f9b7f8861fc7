//===- Philox.h - Counter-based random bits ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox 4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as
// easy as 1, 2, 3" (2011): random bits as a function of a counter and a key, so
// that each element has its own whatever the order of computation.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_SUPPORT_PHILOX_H
#define LOWP_SUPPORT_PHILOX_H

#include <array>
#include <cstdint>

namespace mlir::lowp {

struct Philox {
  static constexpr unsigned kRounds = 10;
  static constexpr uint32_t kMultiplier0 = 0xD2511F53;
  static constexpr uint32_t kMultiplier1 = 0xCD9E8D57;
  static constexpr uint32_t kWeyl0 = 0x9E3779B9;
  static constexpr uint32_t kWeyl1 = 0xBB67AE85;

  using Words = std::array<uint32_t, 4>;

  /// The four words that belong to `counter` under the key `seed`.
  static constexpr Words words(Words counter, uint64_t seed) {
    auto key0 = static_cast<uint32_t>(seed);
    auto key1 = static_cast<uint32_t>(seed >> 32);
    for (unsigned round = 0; round < kRounds; ++round) {
      uint64_t product0 = uint64_t(kMultiplier0) * counter[0];
      uint64_t product1 = uint64_t(kMultiplier1) * counter[2];
      counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key0,
                 static_cast<uint32_t>(product1),
                 static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key1,
                 static_cast<uint32_t>(product0)};
      key0 += kWeyl0;
      key1 += kWeyl1;
    }
    return counter;
  }

  /// The word of the element in `row` and `column` of a quantized matrix.
  static constexpr uint32_t wordOf(uint64_t seed, uint32_t row,
                                   uint32_t column) {
    return words({column / 4, row, 0, 0}, seed)[column % 4];
  }
};

} // namespace mlir::lowp

#endif // LOWP_SUPPORT_PHILOX_H
