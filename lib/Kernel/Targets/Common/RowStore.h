//===- RowStore.h - Stores rows that begin anywhere -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_KERNEL_TARGETS_COMMON_ROWSTORE_H
#define LOWP_LIB_KERNEL_TARGETS_COMMON_ROWSTORE_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

namespace mlir::lowp_gpu {

/// Stores staged subtiles into a buffer whose rows begin where TMA cannot
/// write: each warp its own rows, neighbouring lanes neighbouring pieces of a
/// row.
class RowStore {
public:
  /// `op` stores into a buffer.
  RowStore(DeviceBuilder &builder, const KernelFrame &frame,
           FragmentLayout layout, StoreTileOp op, StoreTileOp::Adaptor adaptor);
  /// Stores the subtile at `stage`, which begins at `column` of the output.
  void emit(Value stage, Value column);

private:
  /// A piece of a row between shared and global memory.
  struct Piece {
    Value elements;
    Value pointer;
    Value exists;
  };
  /// How the lanes of a warp divide rows of a subtile.
  struct Lanes {
    int64_t perRow;
    int64_t rows;
    /// Times that they go over a row.
    int64_t passes;
  };

  Lanes divideRows() const;
  Type getPieceType();
  int64_t pieceBytes() const { return pieceElements * elementBytes; }
  void locateRows(const KernelFrame &frame, StoreTileOp::Adaptor adaptor);
  Value locateMatrix(StoreTileOp::Adaptor adaptor);
  Value constantI64(int64_t value);
  Value widen(Value count);
  Value advance(Value pointer, Value elements);
  Piece load(Value stage, Value column, int64_t step, int64_t pass);
  void store(const Piece &piece);

  DeviceBuilder &builder;
  FragmentLayout layout;
  StoreTileOp op;
  TileType subtile;
  MemRefType buffer;
  int64_t elementBytes;
  /// Elements that are one access.
  int64_t pieceElements;
  Lanes lanes;
  /// The number of columns of the output, and elements from row to row (i64).
  Value columns, pitch;
  /// The first row of this lane: in the warpgroup and in global memory.
  Value rowInGroup, rowPointer;
  /// Rows that the warpgroup may store.
  Value rowsOfGroup;
  /// The first column of this lane.
  Value laneColumn;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_KERNEL_TARGETS_COMMON_ROWSTORE_H
