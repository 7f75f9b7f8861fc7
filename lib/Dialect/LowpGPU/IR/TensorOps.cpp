//===- TensorOps.cpp - Sums in tensor memory ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

int64_t MmaIntoOp::countColumns() {
  int64_t rows = getRhs().getType().getRows();
  return getPair() ? PairRankOp::kCTAs * rows : rows;
}

int64_t MmaIntoOp::countScaleColumns() {
  int64_t columns = 0;
  for (Value scales : getScales())
    columns += lowp_gpu::countScaleColumns(
        cast<TileType>(scales.getType()).getBytes());
  return columns;
}

LogicalResult MmaIntoOp::verify() {
  TileType lhs = getLhs().getType();
  TileType sums = getSums().getType();
  if (failed(verifyProduct(*this)))
    return failure();
  if (getScaleColumn() && getScales().empty())
    return emitOpError("expected no 'scale_column' without scales, got ")
           << *getScaleColumn();
  if (getSlices() > 1 && !getScales().empty())
    return emitOpError("expected all of K with scales, got slice ")
           << getSlice() << " of " << getSlices();
  int64_t columns = countColumns();
  if (sums.getShape()[0] == lhs.getRows() && sums.getShape()[1] == columns)
    return success();
  return emitOpError("expected sums of ")
         << lhs.getRows() << "x" << columns << ", got " << sums;
}

LogicalResult OverlapColumnOp::verify() {
  TileType tile = getStage().getType().getField(getField());
  if (!tile || !tile.isInTensorMemory())
    return emitOpError("expected a field in tensor memory, got \"")
           << getField() << "\" of " << getStage().getType();
  int64_t all = tile.getShape()[1], first = getFirst(), columns = getColumns();
  if (first >= 0 && columns > 0 && first <= all - columns)
    return success();
  return emitOpError("expected some of ")
         << all << " columns, got " << columns << " from " << first << " on";
}

LogicalResult ReadSumsOp::verify() {
  TileType tile = getTile().getType();
  AccumulatorType result = getType();
  int64_t first = getColumn(), count = result.getShape()[1];
  if (getAt() && first != 0)
    return emitOpError("expected either a column or a value that says it, got ")
           << first << " and a value";
  if (int64_t piece = getPiece().value_or(count); piece < 1 || count % piece)
    return emitOpError("expected columns that divide ")
           << count << " to be loaded at a time, got " << piece;
  if (result.getWarpgroupsN() != 1)
    return emitOpError("expected sums whose rows the warpgroups divide, got ")
           << result;
  if (result.getShape()[0] == tile.getShape()[0] && first >= 0 &&
      first <= tile.getShape()[1] - count)
    return success();
  return emitOpError("expected all rows and some columns of ")
         << tile << ", got " << result << " from column " << first;
}
