//===- IterationSpace.h - One iteration space for several ops ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_ITERATIONSPACE_H
#define LOWP_FUSION_ITERATIONSPACE_H

#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

#include <string>

namespace mlir::lowp {

/// The dimensions of a space that one of a tensor runs over, the slowest first:
/// several where reshapes divide it, none where its size is 1.
using SpaceDims = SmallVector<int, 1>;

/// How the dimensions of the values of several ops belong together, found by
/// the ops' structure alone: indexing maps, blocks of recipes, reshapes, and
/// concats whose parts are counted by a dimension.
///
/// The dimensions of the space are ordered as those of its largest value are in
/// memory, but that rows of blocks come right before the column. The last ones
/// together are the column; a reduction runs along the column.
struct IterationSpace {
  /// Static sizes, or dynamic ones.
  SmallVector<int64_t> sizes;
  /// The dimensions that the column consists of: one, or several of known
  /// sizes.
  unsigned columnDims = 1;
  /// The dimensions that a row consists of where tiles do not leave matrices.
  unsigned rowDims = 1;
  /// For each dimension of a tensor, those of the space.
  llvm::MapVector<Value, SmallVector<SpaceDims>> dims;
  /// Whether a row is reduced to one element.
  bool reducesRows = false;
  /// The rows that a CTA reduces one after the other, since it adds them up,
  /// too; 0 if it does not.
  int64_t stripeRows = 0;
  /// Whether a tile stays within one matrix of a batch, because blocks of
  /// several rows or padding do.
  bool keepsMatricesApart = false;
  /// Whether elements of several rows are packed together.
  bool packsRows = false;
  /// Parts of the concats that are quantized part by part, 1 if there are none.
  int64_t parts = 1;
  /// For each such concat and what follows from it, the dimension along which
  /// it has all parts: in `dims` it is that of one.
  llvm::MapVector<Value, unsigned> wholes;
  /// Concats whose parts the space counts: elements are chosen by that.
  llvm::SmallSetVector<Operation *, 2> choices;

  /// The space of `ops`, or nothing and the reason in `why`.
  static std::optional<IterationSpace> get(ArrayRef<Operation *> ops,
                                           Reason why = {});

  /// Takes note of what the blocks of a quantize, a dequantize or an amax need;
  /// false with a reason if they do not lie in rows or tiles.
  bool addBlocks(Operation *op, Reason why);
  /// Whether the rows and columns of the matrix that `op` has blocks of are
  /// those of the space, as far as the blocks depend on them; says why not.
  bool holdsMatrix(Operation *op, Reason why) const;
  /// Lets the rows of the first of `ops` that needs them be those of the space,
  /// or where none does, those along which a value lies in memory.
  void turnToMatrices(ArrayRef<Operation *> ops);

  /// Takes note of the parts whose rows `sum` adds up; false with a reason if
  /// tiles of `ops` do not have whole ones.
  bool addPartialSum(ArrayRef<Operation *> ops, linalg::LinalgOp sum,
                     Reason why);

  /// The first dimension of the column: as many are before it.
  int getColumn() const { return int(sizes.size()) - int(columnDims); }
  /// Whether `dims` are the column.
  bool isColumn(ArrayRef<int> dims) const;
  int64_t countColumns() const {
    return countPoints(ArrayRef(sizes).take_back(columnDims));
  }
  /// The points of dimensions of `sizes`, dynamic where one is.
  static int64_t countPoints(ArrayRef<int64_t> sizes);
  /// Matrices, rows and columns, or sizes that are not all known as they are:
  /// spaces of which these are the same have the same tiles.
  SmallVector<int64_t> getTiles() const;
  /// The sizes of the digits of a row.
  ArrayRef<int64_t> getRowSizes() const {
    return ArrayRef(sizes).drop_back(columnDims).drop_front(countBatchDims());
  }
  /// The dimensions that loop `loop` of `op` runs over.
  SpaceDims getDims(linalg::LinalgOp op, unsigned loop) const;
  /// The size of dimension `dim` of `value`: of a concat that is read part by
  /// part, that of a part.
  int64_t getSize(Value value, unsigned dim) const;
  /// The number that an empty tensor is made with which has dimension `dim`,
  /// null if there is none: where nothing that is read has the dimension.
  Value findSizeOfEmpty(int dim) const;
  /// Dimensions before the rows: those that a tile never crosses. The
  /// others, but the column, are digits of the row.
  unsigned countBatchDims() const {
    return keepsMatricesApart ? std::max(getColumn() - int(rowDims), 0) : 0;
  }
  /// Whether `value` has all parts along dimension `dim`, which in `dims` is
  /// that of one.
  bool hasAllParts(Value value, unsigned dim) const {
    auto whole = wholes.find(value);
    return whole != wholes.end() && whole->second == dim;
  }
  /// Whether `concat` is read part by part.
  bool readsParts(tensor::ConcatOp concat) const {
    return concat && wholes.contains(concat.getResult());
  }
  bool dependsOnColumn(Value value) const;
  bool dependsOnRow(Value value) const;
  /// Whether the rows of `matrix`, a value that is quantized, run along the
  /// column of the space, because something before it transposes.
  bool isTransposed(Value matrix) const;
  /// The dimension of the rows along which neighbours of `value` lie in memory,
  /// which has columns, too; nothing if they lie along the column.
  std::optional<int> findRowAlongMemory(Value value) const;
  /// Whether neighbours that `op` stores are those of a column of the space.
  bool writesColumns(QuantizeOp op) const;
  /// Whether neighbours that `op` packs together are those of different rows of
  /// the space.
  bool isPackedAlongRows(QuantizeOp op) const;
  /// A block of `matrix` as it lies in the space: along its rows and columns.
  BlockShape getBlock(Value matrix, BlockShape block) const;
  BlockShape getBlock(QuantizeOp op) const {
    return getBlock(op.getInput(), op.getType().getRecipe().getBlockShape());
  }

private:
  /// Makes `last`, in this order, the fastest dimensions of the rows.
  void moveToRow(ArrayRef<int> last);
  /// Lets the rows along which one of what `ops` read and write lies in memory
  /// be those of the space, so that a tile has neighbours of both.
  void turnToMemory(ArrayRef<Operation *> ops);
};

} // namespace mlir::lowp

#endif // LOWP_FUSION_ITERATIONSPACE_H
