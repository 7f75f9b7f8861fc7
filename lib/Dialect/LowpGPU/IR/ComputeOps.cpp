//===- ComputeOps.cpp - Tile arithmetic -----------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Limits.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

void AccumulatorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getZero() ? "zero" : "undefined");
}

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
  int64_t depth = lhs.getShape()[1], slice = getSlice(), slices = getSlices();
  if (slices < 1 || depth % slices || slice < 0 || slice >= slices)
    return emitOpError("expected one of the slices that divide a K of ")
           << depth << ", got slice " << slice << " of " << slices;
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
      first > source.getShape().back() - count)
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

LogicalResult ReadElementOp::verify() {
  auto tile = cast<TileType>(getTile().getType());
  int64_t column = getColumn();
  if (tile.getShape().size() != 2 || !tile.getElementType().isF32())
    return emitOpError("expected a matrix of f32, got ") << tile;
  if (column < 0 || column >= tile.getShape()[1])
    return emitOpError("expected a column of ") << tile << ", got " << column;
  return success();
}

/// Checks that row and column factors, where present, span the given shape.
static LogicalResult verifyFactors(Operation *op, Value rows, Value columns,
                                   int64_t numRows, int64_t numColumns) {
  if (rows && cast<RowsType>(rows.getType()).getCount() != numRows)
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
  int64_t count = getScales().size(), groups = type.getColumnGroups();
  if (count && (shape[1] % count || count % groups))
    return emitOpError("expected scales for equal shares of ")
           << shape[1] << " columns in " << groups << " column groups, got "
           << count << " scales";
  return verifyFactors(*this, getRows(), getColumns(), shape[0], shape[1]);
}

void StoreTileOp::getAsmBlockArgumentNames(Region &region,
                                           OpAsmSetValueNameFn setName) {
  auto arguments = region.getArguments();
  setName(arguments[0], "x");
  if (getRows())
    setName(arguments[1], "row");
  if (getColumns())
    setName(arguments.back(), "column");
}

/// Shape of the accumulators side by side, or failure after a diagnostic.
static FailureOr<std::array<int64_t, 2>> getTileShape(StoreTileOp op) {
  if (op.getPieces().empty())
    return op.emitOpError("expected at least one accumulator");
  int64_t rows = 0, columns = 0;
  for (Value piece : op.getPieces()) {
    ArrayRef<int64_t> shape = cast<AccumulatorType>(piece.getType()).getShape();
    if (rows && shape[0] != rows)
      return op.emitOpError("expected accumulators with the same rows, got ")
             << rows << " and " << shape[0];
    rows = shape[0];
    columns += shape[1];
  }
  if (op.getPieces().size() > 1 && op.getColumnGroups() > 1)
    return op.emitOpError("expected one accumulator of ")
           << op.getColumnGroups() << " column groups, got "
           << op.getPieces().size();
  return std::array<int64_t, 2>{rows, columns};
}

static LogicalResult verifyEpilogue(StoreTileOp op) {
  unsigned arguments = 1 + (op.getRows() ? 1 : 0) + (op.getColumns() ? 1 : 0);
  Block &epilogue = op.getEpilogue().front();
  if (epilogue.getNumArguments() != arguments ||
      !llvm::all_of(epilogue.getArgumentTypes(),
                    [](Type type) { return type.isF32(); }))
    return op.emitOpError("expected an epilogue of ")
           << arguments << " f32 arguments, got "
           << epilogue.getArgumentTypes();
  auto yield = cast<YieldOp>(epilogue.getTerminator());
  Type element = op.getMap().getType().getElementType();
  if (yield.getValues().size() != 1 ||
      yield.getValues()[0].getType() != element)
    return op.emitOpError("expected the epilogue to yield one ") << element;
  return success();
}

/// The tile is stored in boxes of the map, `slots` of them at a time.
static LogicalResult verifySubtiles(StoreTileOp op,
                                    std::array<int64_t, 2> tile) {
  TensorMapType map = op.getMap().getType();
  ArrayRef<int64_t> box = map.getBox();
  int64_t columns = tile[1] / op.getColumnGroups();
  if (box.size() != 2 || tile[0] % box[0] || columns % box[1])
    return op.emitOpError("expected a map whose boxes divide the tile of ")
           << tile[0] << "x" << columns << ", got " << map;
  int64_t slots = op.getSlots();
  if (slots < 1)
    return op.emitOpError("expected at least one slot, got ") << slots;
  if (slots > kMaxCount)
    return op.emitOpError("expected at most ")
           << kMaxCount << " slots, got " << slots;
  return verifyPlace(op, "staging_offset", op.getStagingOffset());
}

/// Columns of the output from the first to the last that is stored, or failure
/// after a diagnostic if column groups would overlap.
static FailureOr<int64_t> getStoredSpan(StoreTileOp op, int64_t columns) {
  std::optional<int64_t> stride = op.getGroupStride();
  if (!stride)
    return columns;
  int64_t groups = op.getColumnGroups(), perGroup = columns / groups;
  if (groups == 1 || *stride < perGroup || *stride > kMaxAccumulatorSize)
    return op.emitOpError("expected a group stride for several column groups, "
                          "from ")
           << perGroup << " to " << kMaxAccumulatorSize << " columns, got "
           << *stride << " for " << groups << " column groups";
  return (groups - 1) * *stride + perGroup;
}

int64_t StoreTileOp::getColumnGroups() {
  return cast<AccumulatorType>(getPieces().front().getType()).getColumnGroups();
}

LogicalResult StoreTileOp::verify() {
  FailureOr<std::array<int64_t, 2>> tile = getTileShape(*this);
  if (failed(tile) || failed(verifyEpilogue(*this)) ||
      failed(verifySubtiles(*this, *tile)))
    return failure();
  FailureOr<int64_t> columns = getStoredSpan(*this, (*tile)[1]);
  if (failed(columns))
    return failure();
  return verifyFactors(*this, getRows(), getColumns(), (*tile)[0], *columns);
}
