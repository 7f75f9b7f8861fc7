//===- ComputeOps.cpp - Tile arithmetic -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

LogicalResult MmaOp::verify() {
  auto lhs = cast<TileType>(getLhs().getType());
  auto rhs = cast<TileType>(getRhs().getType());
  ArrayRef<int64_t> accumulator =
      cast<AccumulatorType>(getAccumulator().getType()).getShape();
  if (lhs.getShape().size() != 2 || rhs.getShape().size() != 2 ||
      lhs.getShape()[1] != rhs.getShape()[1])
    return emitOpError("expected tiles with the same K, got ")
           << lhs << " and " << rhs;
  if (accumulator[0] != lhs.getShape()[0] ||
      accumulator[1] != rhs.getShape()[0])
    return emitOpError("expected an accumulator of ")
           << lhs.getShape()[0] << "x" << rhs.getShape()[0] << ", got "
           << getAccumulator().getType();
  return success();
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
      first + count > source.getShape().back())
    return emitOpError("expected columns inside the one row of ")
           << source << ", got " << result << " from column " << first;
  return success();
}

LogicalResult ReadRowsOp::verify() {
  auto tile = cast<TileType>(getTile().getType());
  auto rows = cast<RowsType>(getResult().getType());
  if (!isVector(tile, rows.getCount()) ||
      tile.getElementType() != rows.getElementType())
    return emitOpError("expected one value per element of ")
           << tile << ", got " << rows;
  return success();
}

/// Checks that row and column factors, where present, span the given shape.
static LogicalResult verifyFactors(Operation *op, Value rows, Value columns,
                                   int64_t numRows, int64_t numColumns) {
  if (rows && cast<RowsType>(rows.getType()).getCount() != numRows)
    return op->emitOpError("expected values for ")
           << numRows << " rows, got " << rows.getType();
  if (columns && !isVector(cast<TileType>(columns.getType()), numColumns))
    return op->emitOpError("expected values for ")
           << numColumns << " columns, got " << columns.getType();
  return success();
}

LogicalResult PromoteOp::verify() {
  ArrayRef<int64_t> shape =
      cast<AccumulatorType>(getAccumulator().getType()).getShape();
  if (getPartial().getType() != getAccumulator().getType())
    return emitOpError("expected partial sums of type ")
           << getAccumulator().getType() << ", got " << getPartial().getType();
  return verifyFactors(*this, getRows(), getColumns(), shape[0], shape[1]);
}

LogicalResult StoreTileOp::verify() {
  if (getPieces().empty())
    return emitOpError("expected at least one accumulator");
  int64_t rows = 0, columns = 0;
  for (Value piece : getPieces()) {
    ArrayRef<int64_t> shape = cast<AccumulatorType>(piece.getType()).getShape();
    if (rows && shape[0] != rows)
      return emitOpError("expected accumulators with the same rows, got ")
             << rows << " and " << shape[0];
    rows = shape[0];
    columns += shape[1];
  }
  unsigned arguments = 1 + (getRows() ? 1 : 0) + (getColumns() ? 1 : 0);
  Block &epilogue = getEpilogue().front();
  if (epilogue.getNumArguments() != arguments)
    return emitOpError("expected an epilogue with ")
           << arguments << " arguments, got " << epilogue.getNumArguments();
  auto yield = cast<YieldOp>(epilogue.getTerminator());
  Type element = cast<TensorMapType>(getMap().getType()).getElementType();
  if (yield.getValues().size() != 1 ||
      yield.getValues()[0].getType() != element)
    return emitOpError("expected the epilogue to yield one ") << element;
  return verifyFactors(*this, getRows(), getColumns(), rows, columns);
}
