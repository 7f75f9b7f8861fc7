//===- ComputeOps.cpp - Tile arithmetic -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "TileScales.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

void AccumulatorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getZero() ? "zero" : "undefined");
}

LogicalResult MmaOp::verify() {
  if (failed(verifyProduct(*this)))
    return failure();
  int64_t m = getLhs().getType().getRows(), n = getRhs().getType().getRows();
  if (getAccumulator().getType().getShape() == ArrayRef{m, n})
    return success();
  return emitOpError("expected an accumulator of ")
         << m << "x" << n << ", got " << getAccumulator().getType();
}

/// Whether the tile is one row of `count` elements.
static bool isVector(TileType tile, int64_t count) {
  return tile.getShape().back() == count &&
         (tile.getShape().size() == 1 || tile.getShape().front() == 1);
}

LogicalResult SliceColumnsOp::verify() {
  auto source = cast<TileType>(getSource().getType());
  auto result = cast<TileType>(getResult().getType());
  int64_t first = getColumn(), count = result.getShape().back();
  if (!isVector(source, source.getShape().back()) || !isVector(result, count) ||
      source.getElementType() != result.getElementType() || first < 0 ||
      first > source.getShape().back() - count)
    return emitOpError("expected columns inside the one row of ")
           << source << ", got " << result << " from column " << first;
  return success();
}

LogicalResult ReadRowsOp::verify() {
  auto tile = cast<TileType>(getTile().getType());
  auto rows = cast<RowValuesType>(getResult().getType());
  if (tile.getElementType() != rows.getElementType())
    return emitOpError("expected values of the elements of ")
           << tile << ", got " << rows;
  int64_t values = tile.getShape().back();
  if (getOffset() && isVector(tile, values) && values > rows.getCount())
    return success();
  if (getOffset() || !isVector(tile, rows.getCount()))
    return emitOpError(getOffset() ? "expected more values than rows for an "
                                     "offset, in one row, of "
                                   : "expected one value per element of ")
           << tile << ", got " << rows;
  return success();
}

LogicalResult ReadElementOp::verify() {
  auto tile = cast<TileType>(getTile().getType());
  int64_t column = getColumn();
  if (tile.getShape().size() != 2 || !tile.getElementType().isF32())
    return emitOpError("expected a matrix of f32, got ") << tile;
  if (column < 0 || column >= tile.getShape()[1])
    return emitOpError("expected a column of ") << tile << ", got " << column;
  return success();
}

LogicalResult mlir::lowp_gpu::verifyScales(Operation *op, Value rows,
                                           Value columns, int64_t numRows,
                                           int64_t numColumns) {
  if (rows && cast<RowValuesType>(rows.getType()).getCount() != numRows)
    return op->emitOpError("expected values for ")
           << numRows << " rows, got " << rows.getType();
  if (!columns)
    return success();
  auto tile = cast<TileType>(columns.getType());
  if (!isVector(tile, numColumns) || !tile.getElementType().isF32())
    return op->emitOpError("expected f32 values for ")
           << numColumns << " columns, got " << tile;
  return success();
}

LogicalResult PromoteOp::verify() {
  auto type = cast<AccumulatorType>(getAccumulator().getType());
  ArrayRef<int64_t> shape = type.getShape();
  int64_t count = getScales().size(), groups = type.getWarpgroupsN();
  if (count && (shape[1] % count || count % groups))
    return emitOpError("expected scales for equal shares of ")
           << shape[1] << " columns in " << groups
           << " warpgroups along N, got " << count << " scales";
  return verifyScales(*this, getRows(), getColumns(), shape[0], shape[1]);
}
