//===- Random.h - Repeatable random choices ---------------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LIB_FUZZ_RANDOM_H
#define LOWP_TEST_LIB_FUZZ_RANDOM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <iterator>
#include <random>

namespace mlir::lowp::fuzz {

/// The same choices on every machine: the standard fixes the engine, and its
/// distributions, which it does not fix, are not used.
class Random {
public:
  Random(uint64_t seed, uint64_t index) {
    std::seed_seq words = {uint32_t(seed), uint32_t(seed >> 32),
                           uint32_t(index), uint32_t(index >> 32)};
    engine.seed(words);
  }

  /// A number below `count`, which is at least 1.
  uint64_t below(uint64_t count) { return engine() % count; }

  /// True in `numerator` of `denominator` cases.
  bool chance(uint64_t numerator, uint64_t denominator) {
    return below(denominator) < numerator;
  }

  template <typename Range>
  const auto &pick(const Range &range) {
    return range[below(std::size(range))];
  }
  llvm::StringRef pick(std::initializer_list<llvm::StringRef> words) {
    return words.begin()[below(words.size())];
  }

private:
  std::mt19937_64 engine;
};

} // namespace mlir::lowp::fuzz

#endif // LOWP_TEST_LIB_FUZZ_RANDOM_H
