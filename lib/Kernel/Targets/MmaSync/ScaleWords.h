//===- ScaleWords.h - Scales that products take -----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_MMASYNC_SCALEWORDS_H
#define LOWP_KERNEL_TARGETS_MMASYNC_SCALEWORDS_H

#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::lowp_gpu {

/// The bits of words that count, by their atoms along K; all bits of others.
using KeptBits = DenseMap<int64_t, Value>;

/// Reads the words of four scales that lanes give to mma.sync, from atoms
/// as ScaleAtom says.
class ScaleWords {
public:
  /// Rows of the lhs: lane 4 i of a warp gives row i of 16, lane 4 i + 1 row
  /// i + 8. The warp's rows begin at `firstRow`, a multiple of 16.
  static ScaleWords forRows(DeviceBuilder &builder, Value atoms, Value firstRow,
                            Value lane);
  /// The same of two rows of atoms, `rowBytes` apart, where `firstRow` is any.
  static ScaleWords forRowsOfTwo(DeviceBuilder &builder, Value atoms,
                                 int64_t rowBytes, Value firstRow, Value lane);
  /// Columns, which are rows of the rhs: lane 4 i gives column i of 8.
  static ScaleWords forColumns(DeviceBuilder &builder, Value atoms, Value lane);

  /// Clears what else words have.
  void keep(const KeptBits &bits) { kept = bits; }

  /// The word of the chunk of eight rows of index `chunk`, in the atom of index
  /// `atom` along K. With two rows of atoms there is chunk 0 alone.
  Value load(int64_t chunk, int64_t atom);

private:
  ScaleWords(DeviceBuilder &builder, Value address)
      : builder(builder), address(address) {}

  DeviceBuilder &builder;
  Value address;
  KeptBits kept;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_MMASYNC_SCALEWORDS_H
