//===- BlockScales.cpp - Scales by which partial sums are promoted --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockScales.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace mlir::lowp_gpu;

BlockScales::BlockScales(ImplicitLocOpBuilder &builder,
                         const KernelParts &parts, Value block, Value tileStage,
                         Value rowOffset)
    : builder(builder), parts(parts), rowOffset(rowOffset) {
  if (copiesColumnScales(parts.spec))
    readColumnScales(block, tileStage);
}

/// Reads those of all groups of columns of the tile.
void BlockScales::readColumnScales(Value block, Value tileStage) {
  Value all = viewField(builder, tileStage, field::kRhsScales);
  Value scale = locateScale(builder, parts.spec, parts.spec.problem.rhs, block);
  int64_t groups = parts.spec.getTileN() / parts.spec.getScaleGroupColumns();
  for (int64_t group = 0; group < groups; ++group)
    columnScales.push_back(ReadElementOp::create(builder, builder.getF32Type(),
                                                 all, scale, group));
}

/// The scales of `slice` in a field that holds those of the whole stage.
Value BlockScales::viewScales(StringRef field, const GemmOperand &operand,
                              int64_t slice) {
  TileType all = cast<StageType>(stage.getType()).getField(field);
  auto type = TileType::get(builder.getContext(), {1, all.getShape()[1]},
                            all.getElementType(), /*swizzle=*/0);
  int64_t row = slice * parts.spec.getScalesPerStage(operand) / getNumSlices();
  return ViewOp::create(builder, type, stage, field, row);
}

void BlockScales::readRows(int64_t slice) {
  const GemmOperand &operand = parts.spec.problem.lhs;
  if (operand.granularity != ScaleGranularity::Block1D)
    return;
  if (slice * parts.spec.getScalesPerStage(operand) % getNumSlices())
    return;
  auto type = RowValuesType::get(builder.getContext(), parts.spec.getTileM(),
                                 builder.getF32Type());
  rows = ReadRowsOp::create(builder, type,
                            viewScales(field::kLhsScales, operand, slice),
                            parts.getTileM(), rowOffset);
}

Value BlockScales::viewColumnScales(int64_t slice, int64_t nSubtile) {
  if (!areReadWhilePromoting())
    return {};
  Value all = viewScales(field::kRhsScales, parts.spec.problem.rhs, slice);
  int64_t columns = parts.spec.getNSubtileColumns();
  auto type = TileType::get(builder.getContext(), {1, columns},
                            builder.getF32Type(), /*swizzle=*/0);
  return SliceColumnsOp::create(builder, type, all, nSubtile * columns);
}

/// The scales of one N subtile among those of the tile's groups of columns,
/// one of which may reach over several N subtiles.
ArrayRef<Value> BlockScales::getColumnScales(int64_t nSubtile) const {
  if (columnScales.empty())
    return {};
  int64_t scales = columnScales.size();
  int64_t nSubtiles = parts.spec.getNumNSubtiles();
  return ArrayRef(columnScales)
      .slice(nSubtile * scales / nSubtiles,
             std::max<int64_t>(1, scales / nSubtiles));
}

Value BlockScales::promote(Value partial, Value sum, int64_t slice,
                           int64_t nSubtile) {
  return PromoteOp::create(builder, partial, sum, rows,
                           viewColumnScales(slice, nSubtile),
                           getColumnScales(nSubtile));
}
