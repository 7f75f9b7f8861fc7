//===- TileAccess.h - Where a tile's elements are in a buffer ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_TILEACCESS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_TILEACCESS_H

#include "Fragments.h"
#include "lowp/Support/PackedElements.h"

namespace mlir::lowp_gpu {

/// When neighbours are one aligned access.
struct VectorCondition {
  bool isPossible;
  /// What has to hold at run time; null where nothing has to.
  Value holds = {};
};

/// Calls `build` with whether vectors are accessed at once, in a branch each
/// where only the run time knows.
void buildByWidth(ImplicitLocOpBuilder &b, VectorCondition condition,
                  llvm::function_ref<void(bool byVector)> build);

/// The bits that an element takes in memory and in a vector.
unsigned getNumBits(Type element);

/// Bytes that one access of a vector begins at multiples of, where it is whole.
int64_t getAlignment(VectorType vector);

/// The operands that cta_load and cta_store have in common.
struct TileAccess {
  static TileAccess get(CTALoadOp op);
  static TileAccess get(CTAStoreOp op);
  /// Without a buffer.
  static TileAccess get(CTAIndexOp op);

  /// The position in the space of an element of the tile: number `offset`, null
  /// for 0, of the thread's vector that begins at `start`. Beyond the space
  /// vectors repeat the last one that begins in it, and elements of that one
  /// the last element: the same position for all that a thread computes with,
  /// whether it is read at once or by elements.
  Value getPosition(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                    unsigned dim, Value start, Value offset = {}) const;
  /// The digits of a row, the slowest one first.
  SmallVector<Value> splitRow(ImplicitLocOpBuilder &b, Value row) const;

  /// Indices into the buffer for a position in the iteration space.
  SmallVector<Value> getIndices(ImplicitLocOpBuilder &b, Value row,
                                Value column) const;
  /// Whether `count` neighbours along the rows (dim 0) or the columns (dim 1),
  /// from a multiple of `count` on, are one aligned access for all callers.
  bool isContiguous(unsigned dim, int64_t count) const;
  /// Whether they may be, as far as what is known of the buffer tells.
  bool mayBeContiguous(unsigned dim, int64_t count) const;
  /// Whether they are, where they may be: null for always.
  Value emitAlignment(ImplicitLocOpBuilder &b, int64_t count) const;
  /// Whether the rows of a thread's column are neighbours in memory, and those
  /// of a row are not.
  bool followsRows(const ThreadPlace &place) const;
  /// When they are, and the size of the space is a multiple of `count`.
  VectorCondition emitVectorCondition(ImplicitLocOpBuilder &b, unsigned dim,
                                      int64_t count) const;
  /// Neighbours of a column that one access writes, where threads exchange
  /// columns of the tile through shared memory.
  static constexpr int64_t kLineVector = 16;
  /// Whether elements of type `element` are written so.
  bool writesStagedColumns(const ThreadPlace &place, Type element) const;
  /// Whether the whole tile lies in the space along `dim`, on every CTA.
  bool isWhole(const ThreadPlace &place, unsigned dim) const;
  /// Whether a position in the space, or in the padding after it, is before
  /// such ends; null for always.
  Value isBefore(ImplicitLocOpBuilder &b, const ThreadPlace &place, Value row,
                 Value column, Value rowEnd, Value columnEnd) const;
  /// Whether the elements that are packed together are those of neighbouring
  /// rows (dim 0) or columns (dim 1).
  bool isPackedAlong(unsigned dim) const;
  /// Whether the map reads the row (dim 0) or the column (dim 1).
  bool isRead(unsigned dim) const;
  /// The size of the space, where it is known.
  std::optional<int64_t> getSize(unsigned dim) const {
    return getConstantIntValue(dim == 0 ? rows : columns);
  }

  Value buffer;
  SmallVector<Value> batch, rowSizes;
  Value row, column, rows, columns;
  /// The number of the row in the buffer, where the map does not give it.
  Value rowAt = {};
  AffineMap map;
  bool aligned;
  /// Whether tiles lie beyond the space, along the rows and the columns.
  bool overhangs[2];
  /// How elements share bytes of the buffer, whose last index the map gives in
  /// elements.
  std::optional<lowp::PackedElements> packed = {};

  /// The number of entries of the buffer that the first of `count` elements,
  /// written or read at once, has to be a multiple of; 0 for none.
  int64_t getAlignment(int64_t count) const;

private:
  bool countsUp(unsigned dim, int64_t count) const;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_TILEACCESS_H
