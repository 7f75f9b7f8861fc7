//===- MatrixLoads.h - Tiles to registers by ldmatrix -----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_MATRIXLOADS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_MATRIXLOADS_H

#include "OperandLoads.h"

namespace mlir::lowp_gpu {

/// Reads 16 rows x 32 bytes of K of a swizzled tile as the registers of
/// mma.sync: four matrices of 8 rows x 16 bytes, whose addresses eight lanes
/// each give. Two pieces of 16 bytes of K by two halves of the rows: of the lhs
/// the rows' halves change faster, of the rhs the pieces.
class MatrixLoads : public OperandLoads {
public:
  MatrixLoads(DeviceBuilder &builder, TileType tile, Value address,
              Value firstRow, Value lane, bool isLhs);

  SmallVector<Value> load(int64_t rows, int64_t k) override;

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
