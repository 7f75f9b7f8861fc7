//===- NibbleLoads.h - Elements of 4 bits to a byte each --------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_NIBBLELOADS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_NIBBLELOADS_H

#include "OperandLoads.h"

namespace mlir::lowp_gpu {

/// Reads 16 rows x 32 elements of a tile whose rows have 128 elements of 4
/// bits, two in a byte, beside an operand with an element in each byte. A lane
/// reads the four elements of a register, which get bytes of their own.
class NibbleLoads : public OperandLoads {
public:
  NibbleLoads(DeviceBuilder &builder, Value address, Value firstRow, Value lane,
              bool isLhs);

  SmallVector<Value> load(int64_t rows, int64_t k) override;

private:
  Value loadRegister(int64_t rows, int64_t k, int64_t half, int64_t piece);

  DeviceBuilder &builder;
  bool isLhs;
  /// Where this lane's row of eight lies, and in it the lane's elements of the
  /// first 16 bytes.
  Value row;
  /// What TMA XORs to the number of a piece of 16 bytes of this row, times 16.
  Value swizzled;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_NIBBLELOADS_H
