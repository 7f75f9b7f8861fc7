//===- Limits.h - Sizes that attributes and types may have ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_IR_LIMITS_H
#define LOWP_LIB_DIALECT_LOWPGPU_IR_LIMITS_H

#include "mlir/IR/Diagnostics.h"

namespace mlir::lowp_gpu {

// Far beyond any chip, so that the chip's own limits give the message that
// helps, and small enough that bytes do not overflow and copies can be made.
inline constexpr int64_t kMaxSize = 1 << 16;
inline constexpr int64_t kMaxCount = 256;
// Each element of a lane is a value of its own.
inline constexpr int64_t kMaxAccumulatorSize = 512;
inline constexpr unsigned kMaxElementBits = 64;

/// Checks that no size of a tile, box or accumulator is beyond the limit.
inline LogicalResult verifyMaxSize(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> sizes,
                                   int64_t largest = kMaxSize) {
  for (int64_t size : sizes)
    if (size > largest)
      return emitError() << "expected sizes of at most " << largest << ", got "
                         << size;
  return success();
}

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_IR_LIMITS_H
