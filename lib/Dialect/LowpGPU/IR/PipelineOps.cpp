//===- PipelineOps.cpp - Pipelines of shared-memory stages ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

void PipelineOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getPipeline(), getName());
}

int64_t PipelineOp::getTensorColumnStride() {
  return getPipeline().getType().getStage().countTensorColumns() -
         getOverlap().value_or(0);
}

int64_t PipelineOp::countTensorColumns() {
  // The only stage of a pipeline whose places overlap has two.
  int64_t turns = getPipeline().getType().getStages() + (getOverlap() ? 1 : 0);
  return turns * getTensorColumnStride() + getOverlap().value_or(0);
}

/// Checks that two places of the only stage share some of its columns.
static LogicalResult verifyOverlap(PipelineOp op) {
  std::optional<int64_t> overlap = op.getOverlap();
  PipelineType type = op.getPipeline().getType();
  int64_t columns = type.getStage().countTensorColumns();
  if (!overlap || (type.getStages() == 1 && *overlap > 0 && *overlap < columns))
    return success();
  return op.emitOpError("expected an overlap of the places of one stage by "
                        "some of its columns in tensor memory, got ")
         << *overlap << " of " << columns << " columns of " << type.getStages()
         << " stages";
}

bool PipelineOp::isPlaced() {
  return getOffset() && getBarrierOffset() && getFieldOffsets() &&
         getStageBytes() && getFullArrivals() && getEmptyArrivals();
}

LogicalResult PipelineOp::verify() {
  size_t fields = getPipeline().getType().getStage().getTiles().size();
  std::optional<ArrayRef<int64_t>> offsets = getFieldOffsets();
  if (offsets && offsets->size() != fields)
    return emitOpError("expected an offset for each of ")
           << fields << " fields, got " << offsets->size();
  if (getTensorColumn() &&
      getPipeline().getType().getStage().countTensorColumns() == 0)
    return emitOpError("expected no 'tensor_column' of stages in shared memory "
                       "alone, got ")
           << *getTensorColumn();
  return verifyOverlap(*this);
}

/// Whether `stage` fits where the stages of its pipeline lie.
template <typename OpT>
static LogicalResult verifyOpenedStage(OpT op) {
  StageType own = op.getPipeline().getType().getStage();
  StageType stage = op.getStage().getType();
  StageLayout room = getStageLayout(own), layout = getStageLayout(stage);
  if (layout.bytes > room.bytes)
    return op.emitOpError("expected a stage of at most ")
           << room.bytes << " bytes, those of its pipeline, got "
           << layout.bytes << " bytes of " << stage;
  if (getStageAlignment(stage) <= getStageAlignment(own))
    return success();
  return op.emitOpError("expected a stage that wants no more alignment than ")
         << own << " of its pipeline, " << getStageAlignment(own)
         << " bytes, got " << getStageAlignment(stage) << " of " << stage;
}

LogicalResult AcquireOp::verify() { return verifyOpenedStage(*this); }
LogicalResult WaitOp::verify() { return verifyOpenedStage(*this); }
LogicalResult StageAtOp::verify() { return verifyOpenedStage(*this); }

LogicalResult PrefetchOp::verify() {
  size_t rank = getMap().getType().getBox().size();
  if (getCoordinates().size() == rank)
    return success();
  return emitOpError("expected ")
         << rank << " coordinates, got " << getCoordinates().size();
}

/// The tile of `field` in `stage`, or null after a diagnostic on `op`.
static TileType lookUpField(Operation *op, Type stage, StringRef field) {
  auto type = cast<StageType>(stage);
  if (TileType tile = type.getField(field))
    return tile;
  InFlightDiagnostic diagnostic =
      op->emitOpError("expected one of the fields ");
  llvm::interleaveComma(type.getNames(), diagnostic);
  diagnostic << ", got \"" << field << "\"";
  return {};
}

/// The same of a field that copies write: the tensor core alone writes tensor
/// memory.
static TileType lookUpCopied(Operation *op, Type stage, StringRef field) {
  TileType tile = lookUpField(op, stage, field);
  if (!tile || !tile.isInTensorMemory())
    return tile;
  op->emitOpError("expected a field in shared memory, got ") << tile;
  return {};
}

/// The dimensions that have more than one element, or the last one.
static SmallVector<int64_t> dropUnits(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> sizes =
      llvm::filter_to_vector(shape, [](int64_t size) { return size != 1; });
  if (sizes.empty())
    sizes.push_back(1);
  return sizes;
}

/// Whether boxes have the dimensions of `tile`, and share its first one.
static bool sharesFirst(TileType tile, TensorMapType map) {
  ArrayRef<int64_t> shape = tile.getShape(), box = map.getBox();
  return box.size() == shape.size() && shape[0] % box[0] == 0 &&
         box.drop_front() == shape.drop_front();
}

unsigned LoadOp::getShareDim() {
  TensorMapType map = getMap().getType();
  TileType tile = getStage().getType().getField(getField());
  return getMulticast() && sharesFirst(tile, map) ? 0 : map.getRowDim();
}

int64_t LoadOp::countShares(int64_t clusterSize) {
  if (!getMulticast())
    return 1;
  return getPair() ? PairRankOp::kCTAs : clusterSize;
}

LogicalResult LoadOp::verify() {
  TileType tile = lookUpCopied(*this, getStage().getType(), getField());
  if (!tile)
    return failure();
  auto map = cast<TensorMapType>(getMap().getType());
  ArrayRef<int64_t> box = map.getBox();
  if (getCoordinates().size() != box.size())
    return emitOpError("expected ")
           << box.size() << " coordinates, got " << getCoordinates().size();
  if (map.getElementType() != tile.getElementType() ||
      map.getSwizzle() != tile.getSwizzle() ||
      map.getSpread() != tile.getSpread())
    return emitOpError("expected the map's element type and swizzle to be "
                       "those of the field, ")
           << tile << ", got " << map;
  // A batch has one element in a box and none in a field.
  SmallVector<int64_t> shape = dropUnits(tile.getShape());
  SmallVector<int64_t> moved = dropUnits(box);
  bool ofRows = shape[0] % moved[0] == 0 &&
                ArrayRef(moved).drop_front() == ArrayRef(shape).drop_front();
  bool share =
      (getMulticast() || getTileM()) && (ofRows || sharesFirst(tile, map));
  bool panel = tile.isMNMajor() && !getMulticast() && !getTileM() &&
               moved == ArrayRef(shape).take_back(moved.size());
  if (moved != shape && !share && !panel)
    return emitOpError("expected the box to be ")
           << (tile.isMNMajor() ? "a panel of the field, "
                                : "the field's shape (with multicast or rows: "
                                  "a share of its rows), ")
           << tile << ", got " << map;
  if (moved == shape)
    return success();
  TileType part = map.getBoxTile();
  int64_t alignment = getTileAlignment(part);
  if (part.getBytes() % alignment)
    return emitOpError("expected a share of the field's rows to have a "
                       "multiple of ")
           << alignment << " bytes, so that the next one is aligned, got "
           << part.getBytes() << " bytes of " << map;
  return success();
}

LogicalResult CopyRowsOp::verify() {
  TileType tile = lookUpCopied(*this, getStage().getType(), getField());
  if (!tile)
    return failure();
  auto source = cast<MemRefType>(getSource().getType());
  if (tile.getShape().size() != 2 || source.getRank() != 2 ||
      source.getElementType() != tile.getElementType())
    return emitOpError("expected a matrix and a field of the same element "
                       "type, got ")
           << source << " and " << tile;
  if (getGroup().has_value() != getBlock().has_value() ||
      (getGroup() && (*getGroup() < 1 || *getBlock() % *getGroup())))
    return emitOpError("expected 'group' and 'block' together, the one a "
                       "divisor of the other");
  return success();
}

void ViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getTile(), getField());
}

LogicalResult ViewOp::verify() {
  TileType field = lookUpField(*this, getStage().getType(), getField());
  if (!field)
    return failure();
  auto tile = cast<TileType>(getTile().getType());
  int64_t row = getRow();
  if (tile.getElementType() != field.getElementType() ||
      tile.getSwizzle() != field.getSwizzle() ||
      tile.getSpace() != field.getSpace() ||
      tile.getShape().drop_front() != field.getShape().drop_front() ||
      row < 0 || row > field.getShape()[0] - tile.getShape()[0])
    return emitOpError("expected rows inside the field ")
           << field << ", got " << tile << " from row " << row;
  return success();
}

OpFoldResult StageIndexOp::fold(FoldAdaptor) {
  if (auto stage = getStage().getDefiningOp<StageAtOp>())
    return stage.getIndex();
  return {};
}
