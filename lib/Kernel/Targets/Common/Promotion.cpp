//===- Promotion.cpp - Scaled sums of accumulators ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnScales.h"
#include "RegisterPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static Value lowerReadRows(LoweringBuilder &builder, ReadRowsOp op,
                           ReadRowsOp::Adaptor adaptor, FragmentLayout layout) {
  Value row = layout.firstRow(builder, builder.frame, adaptor.getTileM());
  if (op.getOffset())
    row = builder.add(row, adaptor.getOffset());
  Value address = builder.add(adaptor.getTile(), builder.shiftLeft(row, 2));
  constexpr int64_t kBytes = 4;
  SmallVector<Value> values;
  for (int64_t row = 0; row < layout.getRowsPerLane(); ++row)
    values.push_back(builder.loadShared(
        builder.getF32Type(),
        builder.add(address, row * layout.getRowDistance() * kBytes), kBytes));
  return builder.pack(values);
}

/// Product of two factors, either of which may be absent (null).
static Value multiply(DeviceBuilder &builder, Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return LLVM::FMulOp::create(builder, lhs, rhs);
}

static Value addScaled(DeviceBuilder &builder, Value partial, Value scale,
                       Value sum) {
  if (!scale)
    return LLVM::FAddOp::create(builder, partial, sum);
  return LLVM::FMAOp::create(builder, scale, partial, sum);
}

/// The scales of the thread's rows, null for 1.
using RowScales = SmallVector<Value, 2>;

/// The rows' scales for each share of the columns, times that of the share.
static SmallVector<RowScales> buildRowScales(LoweringBuilder &builder,
                                             PromoteOp::Adaptor adaptor,
                                             AccumulatorType type,
                                             FragmentLayout layout) {
  RowScales rows(layout.getRowsPerLane());
  if (adaptor.getRows())
    rows = RowScales(builder.unpack(adaptor.getRows()));
  if (adaptor.getScales().empty())
    return {rows};
  // Each warpgroup along N has as many.
  SmallVector<Value> scales = builder.selectShare(
      adaptor.getScales(), type.getWarpgroupsN(), builder.frame.warpgroup);
  return llvm::map_to_vector(scales, [&](Value scale) {
    RowScales scaled;
    for (Value row : rows)
      scaled.push_back(multiply(builder, row, scale));
    return scaled;
  });
}

static Value lowerPromote(LoweringBuilder &builder, PromoteOp op,
                          PromoteOp::Adaptor adaptor, FragmentLayout layout) {
  AccumulatorType type = op.getAccumulator().getType();
  int64_t columnsPerScale =
      type.getShape()[1] / std::max<int64_t>(1, op.getScales().size());
  if (columnsPerScale % FragmentLayout::kChunkColumns) {
    op.emitOpError("expected scales for shares of ")
        << FragmentLayout::kChunkColumns << " columns or multiples, got "
        << columnsPerScale;
    return {};
  }
  SmallVector<Value> partial = builder.unpack(adaptor.getPartial());
  SmallVector<Value> sums = builder.unpack(adaptor.getAccumulator());
  SmallVector<RowScales> rows = buildRowScales(builder, adaptor, type, layout);
  std::optional<ColumnScales> columns;
  if (adaptor.getColumns())
    columns.emplace(builder, builder.frame, layout, adaptor.getColumns(),
                    type.getGroupColumns());
  for (int64_t reg = 0, e = sums.size(); reg < e; ++reg) {
    if (columns && reg % layout.getRegistersPerChunk() == 0)
      columns->load(layout.getChunk(reg));
    // Registers go through the columns in order, so through their shares.
    int64_t share = reg * static_cast<int64_t>(rows.size()) / e;
    Value scale = rows[share][layout.getRowOfLane(reg)];
    if (columns)
      scale = multiply(builder, scale, columns->get(reg));
    sums[reg] = addScaled(builder, partial[reg], scale, sums[reg]);
  }
  return builder.pack(sums);
}

void mlir::lowp_gpu::populatePromotionPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  addLowering(patterns, converter, frame, lowerPromote, layout);
  addLowering(patterns, converter, frame, lowerReadRows, layout);
}
