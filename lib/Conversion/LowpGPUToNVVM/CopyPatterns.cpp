//===- CopyPatterns.cpp - Copies into stages and reads from them ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Dialect/LowpGPU/IR/TensorMapEntries.h"
#include "lowp/Kernel/Targets/Common/LoweredPipeline.h"
#include "lowp/Kernel/Targets/Common/LoweringPattern.h"
#include "lowp/Kernel/Targets/Common/PairAddress.h"
#include "lowp/Kernel/Targets/Common/TensorAddress.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// The pipeline of a stage that comes straight from the ring, which tells where
/// fields lie; null for others.
static PipelineOp findPipeline(Value stage) {
  auto at = stage.getDefiningOp<StageAtOp>();
  return at ? at.getPipeline().getDefiningOp<PipelineOp>() : PipelineOp();
}

/// Where the fields of `stage` begin: as planned or, of fields that are not
/// those of its pipeline, as they follow each other.
static SmallVector<int64_t> getFieldOffsets(PipelineOp pipeline,
                                            StageType stage) {
  if (stage == pipeline.getPipeline().getType().getStage())
    return llvm::to_vector(*pipeline.getFieldOffsets());
  return getStageLayout(stage).fieldOffsets;
}

/// Address of `row` of a field of the stage with index `index`.
static Value fieldAddress(LoweringBuilder &builder, Value stage, Value index,
                          StringRef field, int64_t row) {
  PipelineOp pipeline = findPipeline(stage);
  auto type = cast<StageType>(stage.getType());
  unsigned number = *type.getFieldIndex(field);
  TileType tile = type.getTiles()[number];
  int64_t rowBytes = tile.getBytes() / tile.getShape()[0];
  Value start = builder.add(builder.remap(pipeline),
                            builder.multiply(index, *pipeline.getStageBytes()));
  return builder.add(start,
                     getFieldOffsets(pipeline, type)[number] + row * rowBytes);
}

/// Address of a field in tensor memory of the stage with index `index`.
static Value columnAddress(LoweringBuilder &builder, ViewOp op, Value index) {
  PipelineOp pipeline = findPipeline(op.getStage());
  StageType stage = op.getStage().getType();
  Value first = loadTensorAddress(builder, builder.frame);
  int64_t column =
      *pipeline.getTensorColumn() +
      getFieldOffsets(pipeline, stage)[*stage.getFieldIndex(op.getField())];
  Value ofStage = builder.multiply(index, pipeline.getTensorColumnStride());
  return builder.add(builder.add(first, column), ofStage);
}

static Value lowerView(LoweringBuilder &builder, ViewOp op,
                       ViewOp::Adaptor adaptor) {
  if (!findPipeline(op.getStage()))
    return {};
  if (op.getType().isInTensorMemory())
    return columnAddress(builder, op, adaptor.getStage());
  return fieldAddress(builder, op.getStage(), adaptor.getStage(), op.getField(),
                      op.getRow());
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static TileType getField(LoadOp op) {
  return op.getStage().getType().getField(op.getField());
}

static TileType getBox(LoadOp op) { return op.getMap().getType().getBoxTile(); }

/// Boxes that fill the field one after the other: M tiles, or panels.
static int64_t countBoxes(LoadOp op) {
  bool isWhole = !op.getTileM() && !getField(op).isMNMajor();
  if (isWhole || op.getMulticast())
    return 1;
  return getField(op).getBytes() / getBox(op).getBytes();
}

static void takeNextBox(DeviceBuilder &builder, LoadOp op, Value tileM,
                        Value &target, SmallVectorImpl<Value> &coordinates) {
  TensorMapType map = op.getMap().getType();
  target = builder.add(target, getBox(op).getBytes());
  Value &panel = coordinates.back();
  Value &row = coordinates[map.getRowDim()];
  if (tileM)
    row = builder.add(row, tileM);
  else
    panel = builder.add(panel, map.getBox().back());
}

/// Moves to the rows that this CTA loads for the whole cluster, or its pair.
static void takeShare(DeviceBuilder &builder, LoadOp op, Value &target,
                      SmallVectorImpl<Value> &coordinates) {
  unsigned dim = op.getShareDim();
  int64_t rows = op.getMap().getType().getBox()[dim];
  int64_t shareBytes =
      getField(op).getBytes() / getField(op).getShape().front() * rows;
  Value rank = ClusterRankOp::create(builder);
  if (op.getPair())
    rank = builder.bitAnd(rank, PairRankOp::kCTAs - 1);
  target = builder.add(target, builder.multiply(rank, shareBytes));
  coordinates[dim] =
      builder.add(coordinates[dim], builder.multiply(rank, rows));
}

/// The CTAs of a multicast.
static Value getMask(LoweringBuilder &builder, LoadOp op) {
  if (op.getPair())
    return getPairMask(builder, builder.frame);
  return arith::ConstantIntOp::create(
      builder, builder.getI16Type(),
      (1 << builder.frame.config.getClusterSize()) - 1);
}

/// cp.async.bulk.tensor as text: the NVVM operation takes a generic cluster
/// address, whose conversion costs instructions in the one thread that loads.
static void emitCopy(LoweringBuilder &builder, LoadOp op, Value target,
                     Value map, ArrayRef<Value> coordinates, Value barrier) {
  size_t rank = coordinates.size();
  SmallVector<Value> places(coordinates);
  if (int64_t entry = getElementsPerEntry(op.getMap().getType()); entry > 1)
    places.back() = builder.shiftRight(places.back(), llvm::Log2_64(entry));
  // Operands: target, map, barrier, coordinates from the innermost, mask.
  SmallVector<Value> operands{target, map, barrier};
  llvm::append_range(operands, llvm::reverse(places));
  std::string list, constraints = "r,l,r";
  for (size_t i = 0; i < rank; ++i) {
    list += (i ? ", $" : "$") + std::to_string(3 + i);
    constraints += ",r";
  }
  std::string text =
      "cp.async.bulk.tensor." + std::to_string(rank) +
      "d.shared::" + (builder.frame.addressesCluster ? "cluster" : "cta") +
      ".global.mbarrier::complete_tx::bytes";
  std::string mask;
  if (op.getMulticast()) {
    text += ".multicast::cluster";
    mask = ", $" + std::to_string(3 + rank);
    constraints += ",h";
    operands.push_back(getMask(builder, op));
  }
  if (op.getPair())
    text += ".cta_group::2";
  text += " [$0], [$1, {" + list + "}], [$2]" + mask + ";";
  builder.assembly(text, constraints, operands);
}

static LogicalResult lowerLoad(LoweringBuilder &builder, LoadOp op,
                               LoadOp::Adaptor adaptor) {
  PipelineOp ring = findPipeline(op.getStage());
  if (!ring)
    return failure();
  Value target = fieldAddress(builder, op.getStage(), adaptor.getStage(),
                              op.getField(), /*row=*/0);
  SmallVector<Value> coordinates(adaptor.getCoordinates());
  if (op.getMulticast())
    takeShare(builder, op, target, coordinates);
  Value barrier = LoweredPipeline(ring, builder.remap(ring))
                      .barrier(builder, BarrierKind::Full, adaptor.getStage());
  if (op.getPair())
    barrier = mapToLeader(builder, builder.frame, barrier);
  for (int64_t box = 0, boxes = countBoxes(op); box < boxes; ++box) {
    if (box)
      takeNextBox(builder, op, adaptor.getTileM(), target, coordinates);
    emitCopy(builder, op, target, adaptor.getMap(), coordinates, barrier);
  }
  return success();
}

static void lowerPrefetch(LoweringBuilder &builder, PrefetchOp,
                          PrefetchOp::Adaptor adaptor) {
  // The innermost coordinate comes first.
  SmallVector<Value> coordinates(llvm::reverse(adaptor.getCoordinates()));
  NVVM::CpAsyncBulkTensorPrefetchOp::create(
      builder, adaptor.getMap(), coordinates, /*im2colOffsets=*/ValueRange(),
      NVVM::TMALoadMode::TILE, /*l2CacheHint=*/Value());
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The row of the source that fills `column` of the field.
static Value sourceRow(DeviceBuilder &builder, CopyRowsOp op,
                       CopyRowsOp::Adaptor adaptor, int64_t column) {
  if (!op.getGroup())
    return builder.add(adaptor.getRow(), column);
  int64_t group = *op.getGroup(), block = *op.getBlock();
  Value position = builder.add(adaptor.getRow(), column * group);
  return arith::DivUIOp::create(builder, position, builder.constant(block));
}

/// The element of a row that fills element `index` of a column.
static Value sourceIndex(DeviceBuilder &builder, CopyRowsOp::Adaptor adaptor,
                         Value index) {
  if (!adaptor.getFirst())
    return index;
  return arith::MinUIOp::create(builder, builder.add(adaptor.getFirst(), index),
                                builder.add(adaptor.getRowLength(), -1));
}

static void copyElement(DeviceBuilder &builder, TileType tile,
                        CopyRowsOp::Adaptor adaptor, Value row, Value index,
                        Value field, int64_t column) {
  Type element = tile.getElementType();
  int64_t bytes = lowp::storedBytes(1, element.getIntOrFloatBitWidth());
  Value start = arith::MulIOp::create(builder, row, adaptor.getRowLength());
  Value position = arith::ExtUIOp::create(
      builder, builder.getI64Type(),
      builder.add(start, sourceIndex(builder, adaptor, index)));
  Value source = LLVM::GEPOp::create(builder, adaptor.getSource().getType(),
                                     element, adaptor.getSource(),
                                     ArrayRef<LLVM::GEPArg>{position});
  Value value = LLVM::LoadOp::create(builder, element, source, bytes);
  Value target =
      builder.add(field, builder.multiply(index, bytes * tile.getShape()[1]));
  builder.storeShared(value, builder.add(target, bytes * column), bytes);
}

static LogicalResult lowerCopyRows(LoweringBuilder &builder, CopyRowsOp op,
                                   CopyRowsOp::Adaptor adaptor) {
  if (!findPipeline(op.getStage()))
    return failure();
  Value field = fieldAddress(builder, op.getStage(), adaptor.getStage(),
                             op.getField(), /*row=*/0);
  TileType tile = op.getStage().getType().getField(op.getField());
  Value lastRow = builder.add(adaptor.getRows(), -1);
  Value count =
      adaptor.getCount() ? adaptor.getCount() : adaptor.getRowLength();
  auto loop = scf::ForOp::create(builder, builder.frame.lane, count,
                                 builder.constant(lowp::kWarpSize));
  builder.setInsertionPointToStart(loop.getBody());
  for (int64_t column = 0; column < tile.getShape()[1]; ++column) {
    Value row = arith::MinUIOp::create(
        builder, sourceRow(builder, op, adaptor, column), lastRow);
    copyElement(builder, tile, adaptor, row, loop.getInductionVar(), field,
                column);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static Value lowerSliceColumns(LoweringBuilder &builder, SliceColumnsOp op,
                               SliceColumnsOp::Adaptor adaptor) {
  Type element = op.getSource().getType().getElementType();
  int64_t bytes = lowp::storedBytes(1, element.getIntOrFloatBitWidth());
  return builder.add(adaptor.getSource(),
                     static_cast<int64_t>(op.getColumn()) * bytes);
}

static Value lowerReadElement(LoweringBuilder &builder, ReadElementOp op,
                              ReadElementOp::Adaptor adaptor) {
  constexpr int64_t kBytes = 4;
  Value row = builder.multiply(
      adaptor.getRow(), kBytes * op.getTile().getType().getShape().back());
  Value address = builder.add(builder.add(adaptor.getTile(), row),
                              kBytes * static_cast<int64_t>(op.getColumn()));
  return builder.loadShared(builder.getF32Type(), address, kBytes);
}

static Value lowerLoadScalar(LoweringBuilder &builder, LoadScalarOp,
                             LoadScalarOp::Adaptor adaptor) {
  Value source = adaptor.getSource();
  if (Value index = adaptor.getIndex())
    source =
        LLVM::GEPOp::create(builder, source.getType(), builder.getF32Type(),
                            source, ArrayRef<LLVM::GEPArg>{index});
  return LLVM::LoadOp::create(builder, builder.getF32Type(), source,
                              /*alignment=*/4);
}

void mlir::lowp_gpu::populateCopyPatterns(const LLVMTypeConverter &converter,
                                          const KernelFrame &frame,
                                          RewritePatternSet &patterns) {
  addLowerings(patterns, converter, frame, lowerCopyRows, lowerLoad,
               lowerLoadScalar, lowerPrefetch, lowerReadElement,
               lowerSliceColumns, lowerView);
}
