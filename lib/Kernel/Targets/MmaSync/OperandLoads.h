//===- OperandLoads.h - Tiles to registers of mma.sync ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_OPERANDLOADS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_OPERANDLOADS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

#include <memory>

namespace mlir::lowp_gpu {

/// Bytes of a row of a tile, swizzled as wide.
inline constexpr int64_t kRowBytes = 128;
/// A piece, which TMA XORs the row to the index of, has 2^4 bytes.
inline constexpr int64_t kPieceShift = 4;
/// Bytes of K that one instruction contracts.
inline constexpr int64_t kBytesOfK = 32;
/// Rows of an operand that are read at a time: those of the lhs that a warp
/// multiplies, or two chunks of columns of the product.
inline constexpr int64_t kLoadRows = 16;

/// Reads an operand of one warp's products, 16 rows x an instruction's K at a
/// time, as the registers of mma.sync.
class OperandLoads {
public:
  virtual ~OperandLoads();

  /// For the rows of `tile`, which begins at `address`, from `firstRow` on: a
  /// multiple of 16.
  static std::unique_ptr<OperandLoads> get(DeviceBuilder &builder,
                                           TileType tile, Value address,
                                           Value firstRow, Value lane,
                                           bool isLhs);

  /// The four registers for the 16 rows with index `rows`, of the K of an
  /// instruction with index `k`: of two halves of the rows and two of K. The
  /// rows' halves change faster in the lhs, those of K in the rhs.
  virtual SmallVector<Value> load(int64_t rows, int64_t k) = 0;
};

/// Whether lanes have to take elements of `tile` apart: two of them share a
/// byte, where the instruction wants one each.
bool sharesBytes(TileType tile);

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_OPERANDLOADS_H
