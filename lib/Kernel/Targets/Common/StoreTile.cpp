//===- StoreTile.cpp - The store of a tile --------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterPatterns.h"
#include "RowStore.h"
#include "Staging.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {
/// Stores one tile, or N subtiles of it: each warpgroup stages its rows in
/// subtiles as wide as a swizzled row, a step of them at a time, and lets TMA
/// store them while the warpgroup goes on, or stores rows itself where TMA
/// cannot.
class TileStore {
public:
  TileStore(DeviceBuilder &builder, const KernelFrame &frame,
            FragmentLayout layout, StoreTileOp op,
            StoreTileOp::Adaptor adaptor);
  void emit();

private:
  void emitStep(int64_t first, int64_t count);
  void emitRows(int64_t first, int64_t count);
  void storeStaged(int64_t first, int64_t count);
  void storeRows(int64_t first, int64_t count);
  Value isWhole();
  void stageSubtile(int64_t index, Value stage);
  void stageMatrices(int64_t index, Value stage);
  void stageVectors(int64_t index, Value stage);
  Value packVector(int64_t first, int64_t columns);
  void copySubtile(int64_t index, Value stage);
  Value stageAddress(int64_t stage);
  Value subtileColumn(int64_t index);
  void syncWarpgroup();

  static constexpr int64_t kRegisterBytes = 4;

  int64_t subtileBytes() const { return subtile.getBytes(); }
  int64_t elementBytes() const {
    return lowp::storedBytes(1,
                             subtile.getElementType().getIntOrFloatBitWidth());
  }
  /// Columns that this warpgroup stores.
  int64_t groupColumns() const {
    return registers.size() / registersPerChunk() *
           FragmentLayout::kChunkColumns;
  }
  /// Two elements of 16 bits share a register.
  int64_t registersPerChunk() const {
    return layout.getRegistersPerChunk() * elementBytes() / kRegisterBytes;
  }
  /// First column of this warpgroup among those of the tile.
  Value groupColumn() {
    int64_t stride = op.getGroupStride().value_or(groupColumns());
    return layout.groupColumn(builder, frame, stride);
  }
  int64_t chunksPerSubtile() const {
    return subtile.getShape()[1] / FragmentLayout::kChunkColumns;
  }

  DeviceBuilder &builder;
  const KernelFrame &frame;
  FragmentLayout layout;
  StoreTileOp op;
  StoreTileOp::Adaptor adaptor;
  TileType subtile;
  SmallVector<Value> registers;
};
} // namespace

TileStore::TileStore(DeviceBuilder &builder, const KernelFrame &frame,
                     FragmentLayout layout, StoreTileOp op,
                     StoreTileOp::Adaptor adaptor)
    : builder(builder), frame(frame), layout(layout), op(op), adaptor(adaptor),
      subtile(op.getSubtile()) {
  for (Value nSubtile : adaptor.getNSubtiles())
    llvm::append_range(registers, builder.unpack(nSubtile));
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
  int64_t first = op.getPlace() * op.countStaged();
  return builder.add(builder.add(base, group),
                     (first + stage) * subtileBytes());
}

//===----------------------------------------------------------------------===//
// Staging
//===----------------------------------------------------------------------===//

/// 16-bit elements: stmatrix writes 16 rows x 16 columns per warp. Lane l
/// gives the address of row l % 16, 16-byte piece l / 16; pieces of a row are
/// permuted as TMA's swizzle says.
void TileStore::stageMatrices(int64_t index, Value stage) {
  int64_t swizzle = subtile.getSwizzle();
  Value laneRow = builder.bitAnd(frame.lane, 15);
  Value row = builder.add(builder.shiftLeft(frame.warpInGroup, 4), laneRow);
  Value piece = builder.bitXor(builder.shiftRight(frame.lane, 4),
                               permutePieces(builder, subtile, laneRow));
  Value offset =
      builder.add(builder.multiply(row, swizzle), builder.shiftLeft(piece, 4));
  for (int64_t pair = 0; pair < chunksPerSubtile() / 2; ++pair) {
    int64_t chunk = index * chunksPerSubtile() + 2 * pair;
    ArrayRef<Value> words = ArrayRef(registers).slice(
        chunk * registersPerChunk(), 2 * registersPerChunk());
    Value address = builder.add(stage, builder.bitXor(offset, pair * 32));
    NVVM::StMatrixOp::create(
        builder, builder.sharedPointer(address), words, NVVM::MMALayout::row,
        NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8),
        NVVM::LdStMatrixEltType::B16);
  }
}

/// The registers of `columns` neighbouring elements as one vector, the first of
/// which is that of register `first` if each had its own.
Value TileStore::packVector(int64_t first, int64_t columns) {
  ArrayRef<Value> words =
      ArrayRef(registers).slice(first * elementBytes() / kRegisterBytes,
                                columns * elementBytes() / kRegisterBytes);
  auto type = VectorType::get({static_cast<int64_t>(words.size())},
                              words.front().getType());
  Value packed = LLVM::UndefOp::create(builder, type);
  for (auto [place, word] : llvm::enumerate(words))
    packed = LLVM::InsertElementOp::create(builder, packed, word,
                                           builder.constant(place));
  return packed;
}

/// Each thread stores neighbouring elements that it holds: of whole pieces
/// those of eight lanes lie in different banks.
void TileStore::stageVectors(int64_t index, Value stage) {
  int64_t width = layout.getVectorColumns(elementBytes());
  int64_t bytes = width * elementBytes();
  Value laneRow = layout.laneRow(builder, frame);
  Value row = builder.add(layout.warpRow(builder, frame), laneRow);
  Value rowPermutation = permutePieces(builder, subtile, laneRow);
  // Lanes that share a row have a piece at most; as many have one together.
  int64_t laneBytes = layout.getLaneColumns() * elementBytes();
  int64_t lanesPerPiece = std::max<int64_t>(1, kPieceBytes / laneBytes);
  Value inPiece = builder.shiftLeft(
      builder.bitAnd(frame.lane, lanesPerPiece - 1), llvm::Log2_64(laneBytes));
  Value lanePiece = builder.shiftRight(layout.laneInRow(builder, frame),
                                       llvm::Log2_64(lanesPerPiece));
  Value rowOffset =
      builder.add(builder.multiply(row, subtile.getSwizzle()), inPiece);
  int64_t first = index * chunksPerSubtile() * layout.getRegistersPerChunk();
  int64_t count = chunksPerSubtile() * layout.getRegistersPerChunk();
  for (int64_t reg = 0; reg < count; reg += width) {
    int64_t inRow = layout.getColumn(reg) * elementBytes();
    Value piece = builder.bitXor(builder.add(lanePiece, inRow / kPieceBytes),
                                 rowPermutation);
    Value address = builder.add(
        stage, builder.add(rowOffset, builder.shiftLeft(
                                          piece, llvm::Log2_64(kPieceBytes))));
    int64_t below = layout.getRowOfLane(reg) * layout.getRowDistance();
    builder.storeShared(packVector(first + reg, width),
                        builder.add(address, below * subtile.getSwizzle()),
                        bytes);
  }
}

void TileStore::stageSubtile(int64_t index, Value stage) {
  if (layout.isOfMatrices() && elementBytes() == 2)
    stageMatrices(index, stage);
  else
    stageVectors(index, stage);
}

//===----------------------------------------------------------------------===//
// Copy
//===----------------------------------------------------------------------===//

/// Where subtile `index` begins in the output.
Value TileStore::subtileColumn(int64_t index) {
  Value column = builder.add(adaptor.getColumn(), groupColumn());
  return builder.add(column, index * subtile.getShape()[1]);
}

void TileStore::copySubtile(int64_t index, Value stage) {
  auto map = cast<TensorMapType>(op.getDestination().getType());
  Value row = builder.add(adaptor.getRow(),
                          layout.groupRow(builder, frame, adaptor.getTileM()));
  Value column = subtileColumn(index);
  Value source = builder.sharedPointer(stage);
  SmallVector<Value> coordinates(adaptor.getBatch());
  coordinates.insert(coordinates.begin() + map.getRowDim(), row);
  coordinates.push_back(column);
  // The innermost coordinate comes first.
  std::reverse(coordinates.begin(), coordinates.end());
  if (op.getAccumulate())
    NVVM::CpAsyncBulkTensorReduceOp::create(
        builder, adaptor.getDestination(), source, NVVM::TMAReduxKind::ADD,
        NVVM::TMAStoreMode::TILE, coordinates, Value());
  else
    NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
        builder, adaptor.getDestination(), source, coordinates, Value(),
        NVVM::TMAStoreMode::TILE, Value());
}

void TileStore::emitStep(int64_t first, int64_t count) {
  Value isLeader = builder.isEqual(frame.warpInGroup, 0);
  // The stages are free once the copies of the last step in them have read
  // what they had: those in other places may be under way.
  lowp::buildIf(builder, isLeader, [&] {
    NVVM::CpAsyncBulkWaitGroupOp::create(builder, op.getPlaces() - 1,
                                         builder.getUnitAttr());
  });
  syncWarpgroup();
  for (int64_t i = 0; i < count; ++i)
    stageSubtile(first + i, stageAddress(i));
  builder.fenceSharedForCopies();
  syncWarpgroup();
  if (!op.getRows())
    return storeStaged(first, count);
  lowp::buildIf(
      builder, isWhole(), [&] { storeStaged(first, count); },
      [&] {
        storeRows(first, count);
        if (op.getPlaces() > 1)
          storeStaged(first, /*count=*/0);
      });
}

/// Whether all rows of this warpgroup are to be stored: the same in all of its
/// threads.
Value TileStore::isWhole() {
  Value first = builder.add(
      adaptor.getRow(), layout.groupRow(builder, frame, adaptor.getTileM()));
  Value left = arith::SubIOp::create(builder, adaptor.getM(), first);
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::sge, left,
                               builder.constant(layout.getGroupRows()));
}

/// One lane of the warpgroup starts copies of `count` subtiles that all have
/// staged. None are a group, too: others are waited for by their number.
void TileStore::storeStaged(int64_t first, int64_t count) {
  lowp::buildIf(builder, builder.isEqual(frame.warpInGroup, 0), [&] {
    Value elected =
        NVVM::ElectSyncOp::create(builder, builder.getI1Type(), Value());
    lowp::buildIf(builder, elected, [&] {
      for (int64_t i = 0; i < count; ++i)
        copySubtile(first + i, stageAddress(i));
      NVVM::CpAsyncBulkCommitGroupOp::create(builder);
    });
  });
}

/// Without TMA each warp stores the rows that it has staged.
void TileStore::emitRows(int64_t first, int64_t count) {
  // All lanes have read what the step before staged.
  builder.syncWarp();
  for (int64_t i = 0; i < count; ++i)
    stageSubtile(first + i, stageAddress(i));
  builder.syncWarp();
  storeRows(first, count);
}

/// Each lane stores pieces of rows that its warp has staged.
void TileStore::storeRows(int64_t first, int64_t count) {
  RowStore rows(builder, frame, layout, op, adaptor);
  for (int64_t i = 0; i < count; ++i)
    rows.emit(stageAddress(i), subtileColumn(first + i));
}

void TileStore::emit() {
  int64_t stages = op.countStaged();
  bool usesMap = isa<TensorMapType>(op.getDestination().getType());
  auto emitOne = [&](int64_t step) {
    int64_t first = step * stages;
    int64_t count = std::min(stages, op.countSubtiles() - first);
    return usesMap ? emitStep(first, count) : emitRows(first, count);
  };
  if (op.getStep())
    return emitOne(*op.getStep());
  for (int64_t step = 0, steps = op.countSteps(); step < steps; ++step)
    emitOne(step);
}

static LogicalResult lowerStoreTile(LoweringBuilder &builder, StoreTileOp op,
                                    StoreTileOp::Adaptor adaptor,
                                    FragmentLayout layout) {
  TileType subtile = op.getSubtile();
  int64_t bits = subtile.getElementType().getIntOrFloatBitWidth();
  if (subtile.getShape()[0] != layout.getGroupRows() || !subtile.getSwizzle() ||
      (bits != 16 && bits != 32))
    return op.emitOpError("expected to store ")
           << layout.getGroupRows()
           << " swizzled rows of 16- or 32-bit elements at a time, got "
           << subtile;
  TileStore(builder, builder.frame, layout, op, adaptor).emit();
  return success();
}

static void lowerDrainStores(LoweringBuilder &builder, DrainStoresOp,
                             DrainStoresOp::Adaptor) {
  NVVM::CpAsyncBulkWaitGroupOp::create(builder, 0, UnitAttr());
}

void mlir::lowp_gpu::populateStoreTilePatterns(
    const LLVMTypeConverter &converter, const KernelFrame &frame,
    FragmentLayout layout, RewritePatternSet &patterns) {
  addLowering(patterns, converter, frame, lowerStoreTile, layout);
  addLowering(patterns, converter, frame, lowerDrainStores);
}
