//===- Wgmma.cpp - Tile products by wgmma ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragment.h"
#include "HopperPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Shared memory descriptors
//===----------------------------------------------------------------------===//

// A K-major tile in rows of 128 swizzled bytes. Bits 0-13: address / 16; bits
// 16-29: leading byte offset / 16, ignored for this layout and set to 1; bits
// 32-45: bytes between groups of eight rows / 16; bits 62-63: swizzle, 1 for
// 128 bytes. Only the low word depends on the address.
static constexpr int64_t kDescriptorUnit = 16;
static constexpr int64_t kLeadingOffset = int64_t(1) << 16;
static constexpr int64_t kGroupStride = int64_t(8 * 128 / kDescriptorUnit)
                                        << 32;
static constexpr int64_t kSwizzle128 = int64_t(1) << 62;
static constexpr int64_t kRowBytes = 128;
/// Bytes of K that one instruction contracts.
static constexpr int64_t kBytesOfK = 32;

/// Low word of the descriptor of the tile at `address`.
static Value buildDescriptorLow(DeviceBuilder &builder, Value address) {
  Value units = builder.shiftRight(address, 4);
  return builder.bitOr(units, kLeadingOffset);
}

/// The descriptor of the part of the tile that starts `bytes` further on.
static Value buildDescriptor(DeviceBuilder &builder, Value low, int64_t bytes) {
  Value word = builder.add(low, bytes / kDescriptorUnit);
  Type i64 = builder.getI64Type();
  Value wide = LLVM::ZExtOp::create(builder, i64, word);
  Value high = LLVM::ConstantOp::create(
      builder, i64, builder.getI64IntegerAttr(kGroupStride | kSwizzle128));
  return LLVM::OrOp::create(builder, wide, high);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static NVVM::WGMMATypes getWgmmaType(Type element) {
  return isa<Float8E5M2Type>(element) ? NVVM::WGMMATypes::e5m2
                                      : NVVM::WGMMATypes::e4m3;
}

/// Whether wgmma reads the tile as the descriptors here describe it.
static bool isOperand(TileType tile) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(tile.getElementType()) &&
         tile.getSwizzle() == kRowBytes;
}

namespace {
struct AccumulatorLowering : public ConvertOpToLLVMPattern<AccumulatorOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(AccumulatorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (op.getZero())
      rewriter.replaceOpWithNewOp<LLVM::ZeroOp>(op, type);
    else
      rewriter.replaceOpWithNewOp<LLVM::UndefOp>(op, type);
    return success();
  }
};

/// One wgmma per 32 bytes of the slice of K, in one group.
struct MmaLowering : public FramePattern<MmaOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(MmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    for (TileType tile : {op.getLhs().getType(), op.getRhs().getType()})
      if (!isOperand(tile))
        return op.emitOpError("expected f8E4M3FN or f8E5M2 in rows of ")
               << kRowBytes << " swizzled bytes, got " << tile;
    if (kRowBytes / kBytesOfK % static_cast<int64_t>(op.getSlices()))
      return op.emitOpError("expected slices of a multiple of ")
             << kBytesOfK << " bytes of K, got "
             << static_cast<int64_t>(op.getSlices()) << " of " << kRowBytes;
    DeviceBuilder builder(op.getLoc(), rewriter);
    // Each warpgroup multiplies its own rows of the tiles.
    Value lhs =
        selectRows(builder, adaptor.getLhs(),
                   Fragment::groupRow(builder, frame, /*tileM=*/Value()));
    Value rhs = selectRows(
        builder, adaptor.getRhs(),
        Fragment::groupColumn(builder, frame, op.getType().getGroupColumns()));
    Value lhsLow = buildDescriptorLow(builder, lhs);
    Value rhsLow = buildDescriptorLow(builder, rhs);
    NVVM::WgmmaFenceAlignedOp::create(builder);
    Value sum = adaptor.getAccumulator();
    int64_t sliceBytes = kRowBytes / static_cast<int64_t>(op.getSlices());
    int64_t first = sliceBytes * static_cast<int64_t>(op.getSlice());
    for (int64_t k = 0; k < sliceBytes; k += kBytesOfK)
      sum = emitWgmma(builder, op, sum,
                      buildDescriptor(builder, lhsLow, first + k),
                      buildDescriptor(builder, rhsLow, first + k),
                      /*overwrite=*/op.getOverwrite() && k == 0);
    NVVM::WgmmaGroupSyncAlignedOp::create(builder);
    rewriter.replaceOp(op, sum);
    return success();
  }

private:
  static Value selectRows(DeviceBuilder &builder, Value tile, Value first) {
    return builder.add(tile, builder.multiply(first, kRowBytes));
  }

  static Value emitWgmma(DeviceBuilder &builder, MmaOp op, Value sum, Value lhs,
                         Value rhs, bool overwrite) {
    auto lhsTile = cast<TileType>(op.getLhs().getType());
    auto rhsTile = cast<TileType>(op.getRhs().getType());
    auto shape = NVVM::MMAShapeAttr::get(builder.getContext(), Fragment::kRows,
                                         op.getType().getGroupColumns(), 32);
    return NVVM::WgmmaMmaAsyncOp::create(
        builder, sum.getType(), sum, lhs, rhs, shape,
        getWgmmaType(lhsTile.getElementType()),
        getWgmmaType(rhsTile.getElementType()), NVVM::WGMMATypes::f32,
        overwrite ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
        NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one, NVVM::MMALayout::row,
        NVVM::MMALayout::col, NVVM::MMAIntOverflowAttr());
  }
};

/// The wait takes the accumulator through its registers: nothing else would
/// keep LLVM from reading them earlier.
struct MmaWaitLowering : public ConvertOpToLLVMPattern<MmaWaitOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(MmaWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    SmallVector<Value> registers = builder.unpack(adaptor.getAccumulator());
    std::string constraints;
    for (size_t i = 0; i < registers.size(); ++i)
      constraints += "=f,";
    for (size_t i = 0; i < registers.size(); ++i)
      constraints += (i ? "," : "") + std::to_string(i);
    std::string text = "wgmma.wait_group.sync.aligned " +
                       std::to_string(op.getPending()) + ";";
    rewriter.replaceOp(op, builder.assembly(adaptor.getAccumulator().getType(),
                                            text, constraints, registers));
    return success();
  }
};
} // namespace

void mlir::lowp_gpu::populateWgmmaPatterns(const LLVMTypeConverter &converter,
                                           const KernelFrame &frame,
                                           RewritePatternSet &patterns) {
  patterns.add<AccumulatorLowering, MmaWaitLowering>(converter);
  patterns.add<MmaLowering>(converter, frame);
}
