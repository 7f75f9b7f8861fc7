//===- TensorMapEntries.cpp - What TMA counts in a tensor map -------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/TensorMapEntries.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

int64_t mlir::lowp_gpu::getElementsPerEntry(TensorMapType map) {
  constexpr int64_t kMostEntries = 256, kWordBytes = 4;
  unsigned bits = map.getElementType().getIntOrFloatBitWidth();
  // Copies that spread elements count each of them.
  if (map.getSpread())
    return 1;
  if (bits == 4)
    return 2;
  bool isWide = bits == 8 && map.getBox().back() > kMostEntries;
  return isWide && map.getBox().back() % kWordBytes == 0 ? kWordBytes : 1;
}
