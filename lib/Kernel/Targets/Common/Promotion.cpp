//===- Promotion.cpp - Scaled sums of accumulators ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// A thread holds two rows, eight apart.
struct ReadRowsLowering : public FramePattern<ReadRowsOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(ReadRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    Value row = MmaFragment::firstRow(builder, frame, adaptor.getTileM());
    if (op.getOffset())
      row = builder.add(row, adaptor.getOffset());
    Value address = builder.add(adaptor.getTile(), builder.shiftLeft(row, 2));
    Type f32 = builder.getF32Type();
    Value upper = builder.loadShared(f32, address, 4);
    Value lower = builder.loadShared(f32, builder.add(address, 8 * 4), 4);
    Type type = getTypeConverter()->convertType(op.getType());
    rewriter.replaceOp(op, builder.pack(type, {upper, lower}));
    return success();
  }
};

struct PromoteLowering : public FramePattern<PromoteOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(PromoteOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AccumulatorType type = op.getAccumulator().getType();
    int64_t columnsPerScale =
        type.getShape()[1] / std::max<int64_t>(1, op.getScales().size());
    if (columnsPerScale % MmaFragment::kChunkColumns)
      return op.emitOpError("expected scales for shares of ")
             << MmaFragment::kChunkColumns << " columns or multiples, got "
             << columnsPerScale;
    DeviceBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> partial = builder.unpack(adaptor.getPartial());
    SmallVector<Value> sums = builder.unpack(adaptor.getAccumulator());
    SmallVector<RowScales> rows = buildRowScales(builder, adaptor, type);
    Value columns;
    if (adaptor.getColumns())
      columns = MmaFragment::columnAddress(builder, frame, adaptor.getColumns(),
                                           type.getGroupColumns());
    Value pair;
    for (int64_t reg = 0, e = sums.size(); reg < e; ++reg) {
      if (columns && reg % MmaFragment::kRegistersPerChunk == 0)
        pair = MmaFragment::loadColumnPair(builder, columns,
                                           MmaFragment::chunk(reg));
      // Registers go through the columns in order, so through their shares.
      int64_t share = reg * static_cast<int64_t>(rows.size()) / e;
      Value scale = rows[share][MmaFragment::rowHalf(reg)];
      if (columns)
        scale =
            multiply(builder, scale,
                     extract(builder, pair, MmaFragment::columnInPair(reg)));
      sums[reg] = addScaled(builder, partial[reg], scale, sums[reg]);
    }
    rewriter.replaceOp(op,
                       builder.pack(adaptor.getAccumulator().getType(), sums));
    return success();
  }

private:
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

  /// The scales of the thread's two rows, null for 1.
  using RowScales = std::array<Value, 2>;

  /// The rows' scales for each share of the columns, times that of the share.
  SmallVector<RowScales> buildRowScales(DeviceBuilder &builder,
                                        OpAdaptor adaptor,
                                        AccumulatorType type) const {
    RowScales rows;
    if (adaptor.getRows()) {
      SmallVector<Value> values = builder.unpack(adaptor.getRows());
      rows = {values[0], values[1]};
    }
    if (adaptor.getScales().empty())
      return {rows};
    // Each warpgroup along N has as many.
    SmallVector<Value> scales = builder.selectShare(
        adaptor.getScales(), type.getWarpgroupsN(), frame.warpgroup);
    return llvm::map_to_vector(scales, [&](Value scale) {
      return RowScales{multiply(builder, rows[0], scale),
                       multiply(builder, rows[1], scale)};
    });
  }

  static Value extract(DeviceBuilder &builder, Value pair, int64_t index) {
    return LLVM::ExtractElementOp::create(builder, pair,
                                          builder.constant(index));
  }
};
} // namespace

void mlir::lowp_gpu::populatePromotionPatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  patterns.add<ReadRowsLowering, PromoteLowering>(converter, frame);
}
