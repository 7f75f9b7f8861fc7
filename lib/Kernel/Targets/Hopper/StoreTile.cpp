//===- StoreTile.cpp - The store of a tile --------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragment.h"
#include "HopperPatterns.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "lowp/Support/Warps.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Stores one tile: each warpgroup stages its 64 rows in subtiles as wide as a
/// swizzled row, a step of them at a time, and lets TMA store them
/// while the warpgroup goes on.
class TileStore {
public:
  TileStore(DeviceBuilder &builder, const KernelFrame &frame, StoreTileOp op,
            StoreTileOp::Adaptor adaptor);
  void emit();

private:
  void emitStep(int64_t step);
  void stageSubtile(int64_t subtile, Value stage);
  void stageHalves(int64_t subtile, Value stage);
  void stageWords(int64_t subtile, Value stage);
  void copySubtile(int64_t subtile, Value stage);
  Value stageAddress(int64_t stage);
  Value permutation(Value row);
  void syncWarpgroup();
  void emitIf(Value condition, function_ref<void()> body);

  int64_t subtileBytes() const { return Fragment::kRows * map.getSwizzle(); }
  /// Columns that this warpgroup stores.
  int64_t groupColumns() const {
    return registers.size() / registersPerChunk() * Fragment::kChunkColumns;
  }
  /// Two elements of 16 bits share a register.
  int64_t registersPerChunk() const {
    return Fragment::kRegistersPerChunk *
           map.getElementType().getIntOrFloatBitWidth() / 32;
  }
  /// First column of this warpgroup among those of the tile.
  Value groupColumn() {
    int64_t stride = op.getGroupStride().value_or(groupColumns());
    return Fragment::groupColumn(builder, frame, stride);
  }
  int64_t chunksPerSubtile() const {
    return map.getBox().back() / Fragment::kChunkColumns;
  }

  DeviceBuilder &builder;
  const KernelFrame &frame;
  StoreTileOp op;
  StoreTileOp::Adaptor adaptor;
  TensorMapType map;
  SmallVector<Value> registers;
};
} // namespace

TileStore::TileStore(DeviceBuilder &builder, const KernelFrame &frame,
                     StoreTileOp op, StoreTileOp::Adaptor adaptor)
    : builder(builder), frame(frame), op(op), adaptor(adaptor),
      map(cast<TensorMapType>(op.getMap().getType())) {
  for (Value nSubtile : adaptor.getNSubtiles())
    llvm::append_range(registers, builder.unpack(nSubtile));
}

void TileStore::emitIf(Value condition, function_ref<void()> body) {
  auto branch = scf::IfOp::create(builder, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  body();
}

/// A barrier of the warpgroup's 128 threads; barrier 0 is that of the CTA.
void TileStore::syncWarpgroup() {
  Value id = builder.add(frame.warpgroup, 1);
  NVVM::BarrierOp::create(builder, Type(), id,
                          builder.constant(lowp::kWarpgroupSize),
                          NVVM::BarrierReductionAttr(), Value());
}

Value TileStore::stageAddress(int64_t stage) {
  Value base = builder.add(frame.sharedBase, *op.getStagingOffset());
  Value group = builder.multiply(
      frame.warpgroup, static_cast<int64_t>(op.getStages()) * subtileBytes());
  return builder.add(builder.add(base, group), stage * subtileBytes());
}

//===----------------------------------------------------------------------===//
// Staging
//===----------------------------------------------------------------------===//

/// What TMA's swizzle XORs to the index of a 16-byte piece of a
/// row: the row's position in the 128 bytes x 8 of the pattern.
Value TileStore::permutation(Value row) {
  int64_t swizzle = map.getSwizzle();
  Value group = builder.shiftRight(row, llvm::Log2_64(128 / swizzle));
  return builder.bitAnd(group, swizzle / 16 - 1);
}

/// 16-bit elements: stmatrix writes 16 rows x 16 columns per warp. Lane l
/// gives the address of row l % 16, 16-byte piece l / 16; pieces of a row are
/// permuted as TMA's swizzle says.
void TileStore::stageHalves(int64_t subtile, Value stage) {
  int64_t swizzle = map.getSwizzle();
  Value laneRow = builder.bitAnd(frame.lane, 15);
  Value row = builder.add(builder.shiftLeft(frame.warpInGroup, 4), laneRow);
  Value piece =
      builder.bitXor(builder.shiftRight(frame.lane, 4), permutation(laneRow));
  Value offset =
      builder.add(builder.multiply(row, swizzle), builder.shiftLeft(piece, 4));
  for (int64_t pair = 0; pair < chunksPerSubtile() / 2; ++pair) {
    int64_t chunk = subtile * chunksPerSubtile() + 2 * pair;
    ArrayRef<Value> words = ArrayRef(registers).slice(
        chunk * registersPerChunk(), 2 * registersPerChunk());
    Value address = builder.add(stage, builder.bitXor(offset, pair * 32));
    NVVM::StMatrixOp::create(
        builder, builder.sharedPointer(address), words, NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
  }
}

/// 32-bit elements: each thread stores the pairs it holds, 32 columns a row.
void TileStore::stageWords(int64_t subtile, Value stage) {
  Value lane = frame.lane;
  Value rowInWarp = builder.shiftRight(lane, 2);
  Value row = builder.add(builder.shiftLeft(frame.warpInGroup, 4), rowInWarp);
  Value rowPermutation = permutation(rowInWarp);
  Value inPiece = builder.shiftLeft(builder.bitAnd(lane, 1), 3);
  Value lanePiece = builder.shiftRight(builder.bitAnd(lane, 3), 1);
  Value rowOffset =
      builder.add(builder.multiply(row, map.getSwizzle()), inPiece);
  Type pair = VectorType::get({2}, op.getMap().getType().getElementType());
  for (int64_t local = 0; local < chunksPerSubtile(); ++local) {
    Value piece =
        builder.bitXor(builder.add(lanePiece, 2 * local), rowPermutation);
    Value address =
        builder.add(stage, builder.add(rowOffset, builder.shiftLeft(piece, 4)));
    int64_t chunk = subtile * chunksPerSubtile() + local;
    for (int64_t half = 0; half < 2; ++half) {
      Value packed = LLVM::UndefOp::create(builder, pair);
      for (int64_t i = 0; i < 2; ++i)
        packed = LLVM::InsertElementOp::create(
            builder, packed,
            registers[chunk * registersPerChunk() + 2 * half + i],
            builder.constant(i));
      builder.storeShared(packed,
                          builder.add(address, half * 8 * map.getSwizzle()), 8);
    }
  }
}

void TileStore::stageSubtile(int64_t subtile, Value stage) {
  if (map.getElementType().getIntOrFloatBitWidth() == 16)
    stageHalves(subtile, stage);
  else
    stageWords(subtile, stage);
}

//===----------------------------------------------------------------------===//
// Copy
//===----------------------------------------------------------------------===//

void TileStore::copySubtile(int64_t subtile, Value stage) {
  Value row = builder.add(
      adaptor.getRow(), Fragment::groupRow(builder, frame, adaptor.getTileM()));
  Value column = builder.add(adaptor.getColumn(), groupColumn());
  column = builder.add(column, subtile * map.getBox().back());
  Value source = builder.sharedPointer(stage);
  SmallVector<Value> coordinates(adaptor.getBatch());
  coordinates.insert(coordinates.begin() + map.getRowDim(), row);
  coordinates.push_back(column);
  // The innermost coordinate comes first.
  std::reverse(coordinates.begin(), coordinates.end());
  if (op.getAccumulate())
    NVVM::CpAsyncBulkTensorReduceOp::create(
        builder, adaptor.getMap(), source, NVVM::TMAReduxKind::ADD,
        NVVM::TMAStoreMode::TILE, coordinates, Value());
  else
    NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
        builder, adaptor.getMap(), source, coordinates, Value(),
        NVVM::TMAStoreMode::TILE, Value());
}

void TileStore::emitStep(int64_t step) {
  int64_t stages = op.getStages(), first = step * stages;
  int64_t count = std::min(stages, op.countSubtiles() - first);
  Value isLeader = builder.isEqual(frame.warpInGroup, 0);
  // The stages are free once the copies of the last step have read them.
  emitIf(isLeader, [&] {
    NVVM::CpAsyncBulkWaitGroupOp::create(builder, 0, builder.getUnitAttr());
  });
  syncWarpgroup();
  for (int64_t i = 0; i < count; ++i)
    stageSubtile(first + i, stageAddress(i));
  builder.fenceSharedForCopies();
  syncWarpgroup();
  emitIf(isLeader, [&] {
    Value elected =
        NVVM::ElectSyncOp::create(builder, builder.getI1Type(), Value());
    emitIf(elected, [&] {
      for (int64_t i = 0; i < count; ++i)
        copySubtile(first + i, stageAddress(i));
      NVVM::CpAsyncBulkCommitGroupOp::create(builder);
    });
  });
}

void TileStore::emit() {
  if (op.getStep())
    return emitStep(*op.getStep());
  for (int64_t step = 0, steps = op.countSteps(); step < steps; ++step)
    emitStep(step);
}

namespace {
struct StoreTileLowering : public FramePattern<StoreTileOp> {
  using FramePattern::FramePattern;
  LogicalResult
  matchAndRewrite(StoreTileOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    TensorMapType map = op.getMap().getType();
    int64_t bits = map.getElementType().getIntOrFloatBitWidth();
    if (map.getBox()[map.getRowDim()] != Fragment::kRows || !map.getSwizzle() ||
        (bits != 16 && bits != 32))
      return op.emitOpError("expected a map of ")
             << Fragment::kRows
             << " swizzled rows of 16- or 32-bit elements, got " << map;
    DeviceBuilder builder(op.getLoc(), rewriter);
    TileStore(builder, frame, op, adaptor).emit();
    rewriter.eraseOp(op);
    return success();
  }
};

struct DrainStoresLowering : public ConvertOpToLLVMPattern<DrainStoresOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(DrainStoresOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkWaitGroupOp>(op, 0,
                                                              UnitAttr());
    return success();
  }
};
} // namespace

void mlir::lowp_gpu::populateStoreTilePatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    RewritePatternSet &patterns) {
  patterns.add<StoreTileLowering>(converter, frame);
  patterns.add<DrainStoresLowering>(converter);
}
