//===- TensorView.h - A LowpTensorN of any rank -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_EXECUTION_TENSORVIEW_H
#define LOWP_LIB_EXECUTION_TENSORVIEW_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace mlir::lowp::execution {

/// Reads the descriptor of a tensor: two pointers, an offset, sizes, strides,
/// all of 8 bytes.
class TensorView {
public:
  /// Number of words of a descriptor.
  static constexpr size_t getNumWords(size_t rank) { return 3 + 2 * rank; }

  TensorView(const void *descriptor, size_t rank)
      : words(static_cast<const int64_t *>(descriptor)), rank(rank) {}

  llvm::ArrayRef<int64_t> getSizes() const { return {words + 3, rank}; }
  llvm::ArrayRef<int64_t> getStrides() const {
    return {words + 3 + rank, rank};
  }
  /// Address of the first element.
  uintptr_t getAddress(size_t elementBytes) const {
    return uintptr_t(words[1]) + uintptr_t(words[2]) * elementBytes;
  }
  uintptr_t getAlignedPointer() const { return uintptr_t(words[1]); }

  int64_t countElements() const {
    int64_t count = 1;
    for (int64_t size : getSizes())
      count *= size;
    return count;
  }

private:
  const int64_t *words;
  size_t rank;
};

} // namespace mlir::lowp::execution

#endif // LOWP_LIB_EXECUTION_TENSORVIEW_H
