//===- TensorMapEntries.h - What TMA counts in a tensor map -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_TENSORMAPENTRIES_H
#define LOWP_DIALECT_LOWPGPU_IR_TENSORMAPENTRIES_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"

namespace mlir::lowp_gpu {

/// Elements of the innermost dimension that TMA counts as one: two of 4 bits, a
/// byte, unless copies spread them; four of 8 bits, a word, where a box has
/// more of them than TMA counts to.
int64_t getElementsPerEntry(TensorMapType map);

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_IR_TENSORMAPENTRIES_H
