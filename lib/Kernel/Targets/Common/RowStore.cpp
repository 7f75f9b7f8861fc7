//===- RowStore.cpp - Stores rows that begin anywhere ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowStore.h"

#include "Staging.h"
#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Support/ElementBytes.h"
#include "lowp/Support/Warps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// The widest access of a thread. Rows at multiples of 16 bytes are for TMA.
static constexpr int64_t kWidestAccess = 8;
/// Pieces that a thread reads before it stores the first, to hide how long
/// shared memory takes.
static constexpr size_t kPiecesAhead = 8;

/// The most elements of an access: every row begins at a multiple of as many,
/// as far as `buffer` says, and ends at one.
static int64_t getPieceElements(MemRefType buffer, int64_t elementBytes) {
  SmallVector<int64_t> sizes = buffer.getStridesAndOffset().first;
  sizes.back() = buffer.getShape().back();
  int64_t elements = kWidestAccess / elementBytes;
  auto isMultiple = [&](int64_t size) {
    return !ShapedType::isDynamic(size) && size % elements == 0;
  };
  while (elements > 1 && !llvm::all_of(sizes, isMultiple))
    elements /= 2;
  return elements;
}

RowStore::RowStore(DeviceBuilder &builder, const KernelFrame &frame,
                   FragmentLayout layout, StoreTileOp op,
                   StoreTileOp::Adaptor adaptor)
    : builder(builder), layout(layout), op(op), subtile(op.getSubtile()),
      buffer(cast<MemRefType>(op.getRowBuffer().getType())),
      elementBytes(lowp::storedBytes(1, buffer.getElementTypeBitWidth())),
      pieceElements(getPieceElements(buffer, elementBytes)),
      lanes(divideRows()), columns(adaptor.getN()) {
  locateRows(frame, adaptor);
}

RowStore::Lanes RowStore::divideRows() const {
  int64_t pieces = subtile.getSwizzle() / pieceBytes();
  int64_t perRow = std::min(pieces, lowp::kWarpSize);
  return {perRow, lowp::kWarpSize / perRow, pieces / perRow};
}

/// Bits, unless elements are added to those in memory.
Type RowStore::getPieceType() {
  if (!op.getAccumulate())
    return builder.getIntegerType(pieceBytes() * lowp::kBitsPerByte);
  Type element = buffer.getElementType();
  return pieceElements == 1 ? element
                            : VectorType::get({pieceElements}, element);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Value RowStore::constantI64(int64_t value) {
  return LLVM::ConstantOp::create(builder, builder.getI64IntegerAttr(value));
}

Value RowStore::widen(Value count) {
  return LLVM::ZExtOp::create(builder, builder.getI64Type(), count);
}

/// `pointer` and as many elements (i64).
Value RowStore::advance(Value pointer, Value elements) {
  return LLVM::GEPOp::create(builder, pointer.getType(),
                             buffer.getElementType(), pointer,
                             ArrayRef<LLVM::GEPArg>{elements});
}

/// The matrix of the batch that the tile is of.
Value RowStore::locateMatrix(StoreTileOp::Adaptor adaptor) {
  Value pointer =
      adaptor.getRows() ? adaptor.getRows() : adaptor.getDestination();
  SmallVector<int64_t> strides = buffer.getStridesAndOffset().first;
  for (auto [place, stride] : llvm::zip(adaptor.getBatch(), strides)) {
    pointer = advance(pointer, LLVM::MulOp::create(builder, widen(place),
                                                   constantI64(stride)));
  }
  return pointer;
}

void RowStore::locateRows(const KernelFrame &frame,
                          StoreTileOp::Adaptor adaptor) {
  SmallVector<int64_t> strides = buffer.getStridesAndOffset().first;
  int64_t stride = strides[strides.size() - 2];
  pitch = ShapedType::isDynamic(stride) ? widen(adaptor.getN())
                                        : constantI64(stride);
  Value rowInWarp = builder.shiftRight(frame.lane, llvm::Log2_64(lanes.perRow));
  rowInGroup = builder.add(
      builder.multiply(frame.warpInGroup, layout.getWarpRows()), rowInWarp);
  Value first = builder.add(
      adaptor.getRow(), layout.groupRow(builder, frame, adaptor.getTileM()));
  rowsOfGroup = arith::SubIOp::create(builder, adaptor.getM(), first);
  if (Value tileM = adaptor.getTileM())
    rowsOfGroup = arith::MinSIOp::create(builder, rowsOfGroup, tileM);
  Value row = widen(builder.add(first, rowInGroup));
  rowPointer =
      advance(locateMatrix(adaptor), LLVM::MulOp::create(builder, row, pitch));
  laneColumn = builder.multiply(builder.bitAnd(frame.lane, lanes.perRow - 1),
                                pieceElements);
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

/// The piece of this lane in pass `pass` over the rows of step `step`.
RowStore::Piece RowStore::load(Value stage, Value column, int64_t step,
                               int64_t pass) {
  int64_t rows = step * lanes.rows;
  Value inSubtile =
      builder.add(laneColumn, pass * lanes.perRow * pieceElements);
  Value address = builder.add(
      stage, locateStaged(builder, subtile, builder.add(rowInGroup, rows),
                          builder.multiply(inSubtile, elementBytes)));
  Value elements = builder.loadShared(getPieceType(), address, pieceBytes());

  auto isBelow = [&](Value place, Value end) -> Value {
    return arith::CmpIOp::create(builder, arith::CmpIPredicate::slt, place,
                                 end);
  };
  Value exists = arith::AndIOp::create(
      builder, isBelow(builder.add(rowInGroup, rows), rowsOfGroup),
      isBelow(builder.add(column, inSubtile), columns));
  // With a static pitch the distance from the first piece is a constant.
  Value first = advance(rowPointer, widen(builder.add(column, laneColumn)));
  Value below = LLVM::MulOp::create(builder, pitch, constantI64(rows));
  Value distance = LLVM::AddOp::create(
      builder, below, constantI64(pass * lanes.perRow * pieceElements));
  Value pointer = advance(first, distance);
  return {elements, pointer, exists};
}

void RowStore::store(const Piece &piece) {
  OpBuilder::InsertionGuard guard(builder);
  lowp::enterIf(builder, piece.exists);
  Value elements = piece.elements;
  unsigned alignment = pieceBytes();
  if (op.getAccumulate()) {
    Value old = LLVM::LoadOp::create(builder, elements.getType(), piece.pointer,
                                     alignment);
    elements = LLVM::FAddOp::create(builder, old, elements);
  }
  LLVM::StoreOp::create(builder, elements, piece.pointer, alignment);
}

void RowStore::emit(Value stage, Value column) {
  SmallVector<Piece> ahead;
  auto storeAhead = [&] {
    for (const Piece &piece : ahead)
      store(piece);
    ahead.clear();
  };
  for (int64_t step = 0; step < layout.getWarpRows() / lanes.rows; ++step)
    for (int64_t pass = 0; pass < lanes.passes; ++pass) {
      ahead.push_back(load(stage, column, step, pass));
      if (ahead.size() == kPiecesAhead)
        storeAhead();
    }
  storeAhead();
}
