//===- CopyPatterns.cpp - Copies into stages and reads from them ----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PopulatePatterns.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "lowp/Dialect/LowpGPU/IR/TensorMapEntries.h"
#include "lowp/Kernel/Targets/Common/FramePattern.h"
#include "lowp/Kernel/Targets/Common/LoweredPipeline.h"
#include "lowp/Kernel/Targets/Common/PairAddress.h"
#include "lowp/Kernel/Targets/Common/TensorAddress.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Where the fields of `stage` begin: as planned or, of fields that are not
/// those of its pipeline, as they follow each other.
static SmallVector<int64_t> getFieldOffsets(PipelineOp pipeline,
                                            StageType stage) {
  if (stage == pipeline.getPipeline().getType().getStage())
    return llvm::to_vector(*pipeline.getFieldOffsets());
  return getStageLayout(stage).fieldOffsets;
}

/// Address of `row` of a field of the stage with index `index`.
static Value fieldAddress(DeviceBuilder &builder, Value stage, Value base,
                          Value index, StringRef field, int64_t row) {
  auto pipeline = stage.getDefiningOp<StageAtOp>()
                      .getPipeline()
                      .getDefiningOp<PipelineOp>();
  auto type = cast<StageType>(stage.getType());
  unsigned number = *type.getFieldIndex(field);
  TileType tile = type.getTiles()[number];
  int64_t rowBytes = tile.getBytes() / tile.getShape()[0];
  Value start =
      builder.add(base, builder.multiply(index, *pipeline.getStageBytes()));
  return builder.add(start,
                     getFieldOffsets(pipeline, type)[number] + row * rowBytes);
}

namespace {
/// A pattern on an operation that names a field of a stage.
template <typename OpT>
struct FieldLowering : public FramePattern<OpT> {
  using FramePattern<OpT>::FramePattern;
  /// The stage must come straight from the ring: its pipeline tells where the
  /// field lies.
  static bool hasPlace(OpT op) {
    auto stage = op.getStage().template getDefiningOp<StageAtOp>();
    return stage && stage.getPipeline().template getDefiningOp<PipelineOp>();
  }

  static Value pipelineBase(OpT op, ConversionPatternRewriter &rewriter) {
    auto stage = op.getStage().template getDefiningOp<StageAtOp>();
    return rewriter.getRemappedValue(stage.getPipeline());
  }
};

/// Address of a field in tensor memory of the stage with index `index`.
Value columnAddress(DeviceBuilder &builder, const KernelFrame &frame, ViewOp op,
                    Value index) {
  auto pipeline = op.getStage()
                      .getDefiningOp<StageAtOp>()
                      .getPipeline()
                      .getDefiningOp<PipelineOp>();
  StageType stage = op.getStage().getType();
  Value first = loadTensorAddress(builder, frame);
  int64_t column =
      *pipeline.getTensorColumn() +
      getFieldOffsets(pipeline, stage)[*stage.getFieldIndex(op.getField())];
  Value ofStage = builder.multiply(index, pipeline.getTensorColumnStride());
  return builder.add(builder.add(first, column), ofStage);
}

struct ViewLowering : public FieldLowering<ViewOp> {
  using FieldLowering::FieldLowering;
  LogicalResult
  matchAndRewrite(ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasPlace(op))
      return rewriter.notifyMatchFailure(op, "stage is not from stage_at");
    DeviceBuilder builder(op.getLoc(), rewriter);
    if (op.getType().isInTensorMemory())
      rewriter.replaceOp(op,
                         columnAddress(builder, frame, op, adaptor.getStage()));
    else
      rewriter.replaceOp(
          op, fieldAddress(builder, op.getStage(), pipelineBase(op, rewriter),
                           adaptor.getStage(), op.getField(), op.getRow()));
    return success();
  }
};

/// cp.async.bulk.tensor as text: the NVVM operation takes a generic cluster
/// address, whose conversion costs instructions in the one thread that loads.
struct LoadLowering : public FieldLowering<LoadOp> {
  using FieldLowering::FieldLowering;
  LogicalResult
  matchAndRewrite(LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasPlace(op))
      return rewriter.notifyMatchFailure(op, "stage is not from stage_at");
    DeviceBuilder builder(op.getLoc(), rewriter);
    LoweredPipeline pipeline(
        op.getStage().getDefiningOp<StageAtOp>().getPipeline(),
        pipelineBase(op, rewriter));
    Value target = fieldAddress(builder, op.getStage(), pipeline.base,
                                adaptor.getStage(), op.getField(), /*row=*/0);
    SmallVector<Value> coordinates(adaptor.getCoordinates());
    if (op.getMulticast())
      takeShare(builder, op, target, coordinates);
    Value barrier =
        pipeline.barrier(builder, BarrierKind::Full, adaptor.getStage());
    if (op.getPair())
      barrier = mapToLeader(builder, frame, barrier);
    for (int64_t box = 0, boxes = countBoxes(op); box < boxes; ++box) {
      if (box)
        takeNextBox(builder, op, adaptor.getTileM(), target, coordinates);
      emitCopy(builder, op, target, adaptor.getMap(), coordinates, barrier);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static TileType getField(LoadOp op) {
    return op.getStage().getType().getField(op.getField());
  }

  static TileType getBox(LoadOp op) {
    return op.getMap().getType().getBoxTile();
  }

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
  Value getMask(DeviceBuilder &builder, LoadOp op) const {
    if (op.getPair())
      return getPairMask(builder, frame);
    return arith::ConstantIntOp::create(builder, builder.getI16Type(),
                                        (1 << frame.config.getClusterSize()) -
                                            1);
  }

  void emitCopy(DeviceBuilder &builder, LoadOp op, Value target, Value map,
                ArrayRef<Value> coordinates, Value barrier) const {
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
        "d.shared::" + (frame.addressesCluster ? "cluster" : "cta") +
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
};

struct PrefetchLowering : public ConvertOpToLLVMPattern<PrefetchOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(PrefetchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // The innermost coordinate comes first.
    SmallVector<Value> coordinates(llvm::reverse(adaptor.getCoordinates()));
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorPrefetchOp>(
        op, adaptor.getMap(), coordinates, /*im2colOffsets=*/ValueRange(),
        NVVM::TMALoadMode::TILE, /*l2CacheHint=*/Value());
    return success();
  }
};

struct CopyRowsLowering : public FieldLowering<CopyRowsOp> {
  using FieldLowering::FieldLowering;
  LogicalResult
  matchAndRewrite(CopyRowsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasPlace(op))
      return rewriter.notifyMatchFailure(op, "stage is not from stage_at");
    DeviceBuilder builder(op.getLoc(), rewriter);
    Value field =
        fieldAddress(builder, op.getStage(), pipelineBase(op, rewriter),
                     adaptor.getStage(), op.getField(), /*row=*/0);
    TileType tile =
        cast<StageType>(op.getStage().getType()).getField(op.getField());
    Value lastRow = builder.add(adaptor.getRows(), -1);
    Value count =
        adaptor.getCount() ? adaptor.getCount() : adaptor.getRowLength();
    auto loop = scf::ForOp::create(builder, frame.lane, count,
                                   builder.constant(lowp::kWarpSize));
    builder.setInsertionPointToStart(loop.getBody());
    for (int64_t column = 0; column < tile.getShape()[1]; ++column) {
      Value row = arith::MinUIOp::create(
          builder, sourceRow(builder, op, adaptor, column), lastRow);
      copyElement(builder, op, adaptor, row, loop.getInductionVar(), field,
                  column);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// The row of the source that fills `column` of the field.
  static Value sourceRow(DeviceBuilder &builder, CopyRowsOp op,
                         OpAdaptor adaptor, int64_t column) {
    if (!op.getGroup())
      return builder.add(adaptor.getRow(), column);
    int64_t group = *op.getGroup(), block = *op.getBlock();
    Value position = builder.add(adaptor.getRow(), column * group);
    return arith::DivUIOp::create(builder, position, builder.constant(block));
  }

  /// The element of a row that fills element `index` of a column.
  static Value sourceIndex(DeviceBuilder &builder, OpAdaptor adaptor,
                           Value index) {
    if (!adaptor.getFirst())
      return index;
    return arith::MinUIOp::create(builder,
                                  builder.add(adaptor.getFirst(), index),
                                  builder.add(adaptor.getRowLength(), -1));
  }

  static void copyElement(DeviceBuilder &builder, CopyRowsOp op,
                          OpAdaptor adaptor, Value row, Value index,
                          Value field, int64_t column) {
    TileType tile =
        cast<StageType>(op.getStage().getType()).getField(op.getField());
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
};

struct SliceColumnsLowering : public ConvertOpToLLVMPattern<SliceColumnsOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(SliceColumnsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    auto tile = cast<TileType>(op.getSource().getType());
    int64_t bytes =
        lowp::storedBytes(1, tile.getElementType().getIntOrFloatBitWidth());
    rewriter.replaceOp(
        op, builder.add(adaptor.getSource(),
                        static_cast<int64_t>(op.getColumn()) * bytes));
    return success();
  }
};

struct ReadElementLowering : public ConvertOpToLLVMPattern<ReadElementOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(ReadElementOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    DeviceBuilder builder(op.getLoc(), rewriter);
    auto tile = cast<TileType>(op.getTile().getType());
    constexpr int64_t kBytes = 4;
    Value row =
        builder.multiply(adaptor.getRow(), kBytes * tile.getShape().back());
    Value address = builder.add(builder.add(adaptor.getTile(), row),
                                kBytes * static_cast<int64_t>(op.getColumn()));
    rewriter.replaceOp(
        op, builder.loadShared(builder.getF32Type(), address, kBytes));
    return success();
  }
};

struct LoadScalarLowering : public ConvertOpToLLVMPattern<LoadScalarOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(LoadScalarOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    if (Value index = adaptor.getIndex())
      source = LLVM::GEPOp::create(rewriter, op.getLoc(), source.getType(),
                                   rewriter.getF32Type(), source,
                                   ArrayRef<LLVM::GEPArg>{index});
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, rewriter.getF32Type(), source,
                                              /*alignment=*/4);
    return success();
  }
};
} // namespace

void mlir::lowp_gpu::populateCopyPatterns(const LLVMTypeConverter &converter,
                                          const KernelFrame &frame,
                                          RewritePatternSet &patterns) {
  patterns.add<LoadScalarLowering, PrefetchLowering, ReadElementLowering,
               SliceColumnsLowering>(converter);
  patterns.add<CopyRowsLowering, LoadLowering, ViewLowering>(converter, frame);
}
