//===- MatrixLoads.h - Tiles to registers by ldmatrix -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_MATRIXLOADS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_MATRIXLOADS_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// Bytes of a row of a tile, swizzled as wide.
inline constexpr int64_t kRowBytes = 128;
/// Bytes of K that one instruction contracts.
inline constexpr int64_t kBytesOfK = 32;
/// Rows of an operand that one ldmatrix reads: those of the lhs that a warp
/// multiplies, or two chunks of columns of the product.
inline constexpr int64_t kLoadRows = 16;

/// Reads 16 rows x 32 bytes of K of a swizzled tile as the registers of
/// mma.sync: four matrices of 8 rows x 16 bytes, whose addresses eight lanes
/// each give. Two pieces of 16 bytes of K by two halves of the rows: of the lhs
/// the rows' halves change faster, of the rhs the pieces.
class MatrixLoads {
public:
  /// For the rows of `tile`, which begins at `address`, from `firstRow` on: a
  /// multiple of 16.
  MatrixLoads(DeviceBuilder &builder, TileType tile, Value address,
              Value firstRow, Value lane, bool isLhs);

  /// The four registers for the 16 rows numbered `rows`, of the 32 bytes of K
  /// numbered `k`.
  SmallVector<Value> load(int64_t rows, int64_t k);

private:
  Value locate(int64_t rows, int64_t k);

  DeviceBuilder &builder;
  TileType tile;
  /// Where this lane's row of matrices lies, without its piece of 16 bytes.
  Value row;
  /// The piece of 16 bytes of this lane, times 16, as it lies in the first row
  /// group and the first bytes of K. Others differ in bits of their own.
  Value swizzled;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_MATRIXLOADS_H
