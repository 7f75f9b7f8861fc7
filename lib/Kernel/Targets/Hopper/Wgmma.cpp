//===- Wgmma.cpp - Tile products by wgmma ---------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HopperPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Shared memory descriptors
//===----------------------------------------------------------------------===//

// Bits 0-13: address / 16; bits 16-29: leading byte offset / 16; bits 32-45:
// stride byte offset / 16; bits 62-63: swizzle, 1 for 128 bytes. The stride
// goes from eight rows of 128 bytes to the next eight: rows of the matrix in a
// K-major tile, of K in an MN-major one. The leading offset goes from a panel
// of an MN-major tile to the next; K-major tiles ignore it. Only the low word
// depends on the address.
static constexpr int64_t kDescriptorUnit = 16;
static constexpr int64_t kGroupStride = int64_t(8 * 128 / kDescriptorUnit)
                                        << 32;
static constexpr int64_t kSwizzle128 = int64_t(1) << 62;
static constexpr int64_t kRowBytes = 128;
/// Bytes of K that one instruction contracts.
static constexpr int64_t kBytesOfK = 32;

static int64_t getPanelBytes(TileType tile) {
  return tile.getShape()[1] * kRowBytes;
}

static int64_t getElementBytes(TileType tile) {
  return kRowBytes / tile.getShape().back();
}

/// Low word of the descriptor of `tile` at `address`.
static Value buildDescriptorLow(DeviceBuilder &builder, TileType tile,
                                Value address) {
  Value units = builder.shiftRight(address, 4);
  int64_t leading =
      tile.isMNMajor() ? getPanelBytes(tile) / kDescriptorUnit : 1;
  return builder.bitOr(units, leading << 16);
}

/// Bytes from the first element of `tile` to the one `bytes` of K further on.
static int64_t getOffsetOfK(TileType tile, int64_t bytes) {
  return tile.isMNMajor() ? bytes / getElementBytes(tile) * kRowBytes : bytes;
}

/// The descriptor of the part of `tile` that starts `bytes` of K further on.
static Value buildDescriptor(DeviceBuilder &builder, TileType tile, Value low,
                             int64_t bytes) {
  Value word = builder.add(low, getOffsetOfK(tile, bytes) / kDescriptorUnit);
  Type i64 = builder.getI64Type();
  Value wide = LLVM::ZExtOp::create(builder, i64, word);
  Value high = LLVM::ConstantOp::create(
      builder, i64, builder.getI64IntegerAttr(kGroupStride | kSwizzle128));
  return LLVM::OrOp::create(builder, wide, high);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static std::optional<NVVM::WGMMATypes> getWgmmaType(Type element) {
  return llvm::TypeSwitch<Type, std::optional<NVVM::WGMMATypes>>(element)
      .Case([](Float8E4M3FNType) { return NVVM::WGMMATypes::e4m3; })
      .Case([](Float8E5M2Type) { return NVVM::WGMMATypes::e5m2; })
      .Case([](BFloat16Type) { return NVVM::WGMMATypes::bf16; })
      .Case([](Float16Type) { return NVVM::WGMMATypes::f16; })
      .Case([](FloatTF32Type) { return NVVM::WGMMATypes::tf32; })
      .Default([](Type) { return std::nullopt; });
}

/// Whether wgmma reads the tile as the descriptors here describe it: fp8 and
/// tf32 are K-major alone.
static bool isOperand(TileType tile) {
  return getWgmmaType(tile.getElementType()) &&
         tile.getSwizzle() == kRowBytes &&
         (!tile.isMNMajor() ||
          isa<BFloat16Type, Float16Type>(tile.getElementType()));
}

/// Rows that begin a panel, where the tile has panels.
static Value selectRows(DeviceBuilder &builder, TileType tile, Value address,
                        Value first) {
  if (!tile.isMNMajor())
    return builder.add(address, builder.multiply(first, kRowBytes));
  // A row of a panel takes 2 bytes of each of its rows of K.
  return builder.add(address, builder.multiply(first, getPanelBytes(tile) /
                                                          tile.getShape()[2]));
}

static Value emitWgmma(DeviceBuilder &builder, MmaOp op, Value sum, Value lhs,
                       Value rhs, bool overwrite) {
  TileType lhsTile = op.getLhs().getType(), rhsTile = op.getRhs().getType();
  auto shape = NVVM::MMAShapeAttr::get(builder.getContext(), MmaFragment::kRows,
                                       op.getType().getGroupColumns(),
                                       kBytesOfK / getElementBytes(lhsTile));
  using NVVM::MMALayout;
  return NVVM::WgmmaMmaAsyncOp::create(
      builder, sum.getType(), sum, lhs, rhs, shape,
      *getWgmmaType(lhsTile.getElementType()),
      *getWgmmaType(rhsTile.getElementType()), NVVM::WGMMATypes::f32,
      overwrite ? NVVM::WGMMAScaleOut::zero : NVVM::WGMMAScaleOut::one,
      NVVM::WGMMAScaleIn::one, NVVM::WGMMAScaleIn::one,
      lhsTile.isMNMajor() ? MMALayout::col : MMALayout::row,
      rhsTile.isMNMajor() ? MMALayout::row : MMALayout::col,
      NVVM::MMAIntOverflowAttr());
}

static LogicalResult verify(MmaOp op) {
  for (TileType tile : {op.getLhs().getType(), op.getRhs().getType()})
    if (!isOperand(tile))
      return op.emitOpError(
                 "expected f8E4M3FN, f8E5M2 or tf32, K-major, or bf16 "
                 "or f16, in rows of ")
             << kRowBytes << " swizzled bytes, got " << tile;
  if (kRowBytes / kBytesOfK % static_cast<int64_t>(op.getSlices()) == 0)
    return success();
  return op.emitOpError("expected slices of a multiple of ")
         << kBytesOfK << " bytes of K, got "
         << static_cast<int64_t>(op.getSlices()) << " of " << kRowBytes;
}

/// One wgmma per 32 bytes of the slice of K, in one group.
static Value lowerMma(LoweringBuilder &builder, MmaOp op,
                      MmaOp::Adaptor adaptor) {
  if (failed(verify(op)))
    return {};
  TileType lhsTile = op.getLhs().getType(), rhsTile = op.getRhs().getType();
  // Each warpgroup multiplies its own rows of the tiles.
  Value lhs = selectRows(builder, lhsTile, adaptor.getLhs(),
                         MmaFragment::kLayout.groupRow(builder, builder.frame,
                                                       /*tileM=*/Value()));
  Value rhs =
      selectRows(builder, rhsTile, adaptor.getRhs(),
                 MmaFragment::kLayout.groupColumn(
                     builder, builder.frame, op.getType().getGroupColumns()));
  Value lhsLow = buildDescriptorLow(builder, lhsTile, lhs);
  Value rhsLow = buildDescriptorLow(builder, rhsTile, rhs);
  NVVM::WgmmaFenceAlignedOp::create(builder);
  Value sum = adaptor.getAccumulator();
  int64_t sliceBytes = kRowBytes / static_cast<int64_t>(op.getSlices());
  int64_t first = sliceBytes * static_cast<int64_t>(op.getSlice());
  for (int64_t k = 0; k < sliceBytes; k += kBytesOfK)
    sum = emitWgmma(builder, op, sum,
                    buildDescriptor(builder, lhsTile, lhsLow, first + k),
                    buildDescriptor(builder, rhsTile, rhsLow, first + k),
                    /*overwrite=*/op.getOverwrite() && k == 0);
  NVVM::WgmmaGroupSyncAlignedOp::create(builder);
  return sum;
}

/// The wait takes the accumulator through its registers: nothing else would
/// keep LLVM from reading them earlier.
static Value lowerMmaWait(LoweringBuilder &builder, MmaWaitOp op,
                          MmaWaitOp::Adaptor adaptor) {
  SmallVector<Value> registers = builder.unpack(adaptor.getAccumulator());
  std::string constraints;
  for (size_t i = 0; i < registers.size(); ++i)
    constraints += "=f,";
  for (size_t i = 0; i < registers.size(); ++i)
    constraints += (i ? "," : "") + std::to_string(i);
  std::string text =
      "wgmma.wait_group.sync.aligned " + std::to_string(op.getPending()) + ";";
  return builder.assembly(adaptor.getAccumulator().getType(), text, constraints,
                          registers);
}

void mlir::lowp_gpu::populateWgmmaPatterns(const LLVMTypeConverter &converter,
                                           const KernelFrame &frame,
                                           RewritePatternSet &patterns) {
  addLowerings(patterns, converter, frame, lowerMma, lowerMmaWait);
}
