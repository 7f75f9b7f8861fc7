//===- DistributeStore.cpp - Writes of a CTA's tile -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalPointer.h"
#include "TileAccess.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {

/// Writes what lies in the space, and padding after it.
class TileWriter {
public:
  TileWriter(ImplicitLocOpBuilder &b, gpu::LaunchOp launch,
             const ThreadPlace &place, CTAStoreOp op)
      : b(b), launch(launch), place(place), op(op), access(TileAccess::get(op)),
        type(op.getValue().getType()) {}

  void write(const Fragment &value);

private:
  /// Writes vectors of one row of the space, each at once or by elements.
  void writeRow(Value row, ArrayRef<Value> pieces, bool byVector);
  /// Calls `write` with whether vectors are written at once.
  void chooseWidth(llvm::function_ref<void(bool byVector)> write);
  void writeRows(const Fragment &value);
  void writeColumns(const Fragment &value);
  void writeTransposed(const Fragment &value);
  /// Writes a line's vector, at once or, beyond the space, by elements.
  void writeLine(Value vector, Value row, Value column, Value isAligned);
  void writeEntries(const Fragment &value);
  void writeOneRow(const Fragment &value);
  /// Stores `value`, a vector or one element, if it lies in the space or is
  /// replaced by padding.
  void writeGuarded(Value value, Value row, Value column);
  /// Leaves the larger of `magnitude` and the element in the buffer.
  void raise(Value magnitude, ValueRange indices);
  Value isFirstTile();
  Value toSpace(unsigned dim, Value inTile) {
    return arith::AddIOp::create(b, dim == 0 ? access.row : access.column,
                                 inTile);
  }
  ImplicitLocOpBuilder &b;
  gpu::LaunchOp launch;
  const ThreadPlace &place;
  CTAStoreOp op;
  TileAccess access;
  VectorType type;
};

} // namespace

void TileWriter::writeGuarded(Value value, Value row, Value column) {
  OpBuilder::InsertionGuard scope(b);
  Value inside =
      access.isBefore(b, place, row, column, access.rows, access.columns);
  if (op.getPadding() && inside) {
    TypedAttr padding = *op.getPadding();
    if (auto vector = dyn_cast<VectorType>(value.getType()))
      padding = DenseElementsAttr::get(vector, Attribute(padding));
    value = arith::SelectOp::create(b, inside, value,
                                    arith::ConstantOp::create(b, padding));
    inside = access.isBefore(b, place, row, column, op.getPadded()[0],
                             op.getPadded()[1]);
  }
  lowp::enterIf(b, inside);
  SmallVector<Value> indices = access.getIndices(b, row, column);
  auto vector = dyn_cast<VectorType>(value.getType());
  if (op.getAtomicMax())
    return raise(value, indices);
  if (!vector) {
    memref::StoreOp::create(b, value, access.buffer, indices);
    return;
  }
  vector::StoreOp::create(b, value, access.buffer, indices)
      .setAlignment(getAlignment(vector));
}

/// The position of an element in memory, in elements.
static Value linearize(ImplicitLocOpBuilder &b,
                       memref::ExtractStridedMetadataOp layout,
                       ValueRange indices) {
  Value position = layout.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, layout.getStrides()))
    position = arith::AddIOp::create(b, position,
                                     arith::MulIOp::create(b, index, stride));
  return position;
}

// The bits of magnitudes are ordered as the magnitudes are, and chips have an
// atomic maximum of integers.
void TileWriter::raise(Value magnitude, ValueRange indices) {
  constexpr int64_t kBytes = 4;
  auto layout = memref::ExtractStridedMetadataOp::create(b, access.buffer);
  Value offset = buildMul(b, linearize(b, layout, indices), kBytes);
  Value pointer = buildGlobalPointer(b, access.buffer, offset);
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), magnitude);
  LLVM::AtomicRMWOp::create(b, LLVM::AtomicBinOp::umax, pointer, bits,
                            LLVM::AtomicOrdering::monotonic);
}

/// Whether the tile is the first of those whose entries are at one place, since
/// the map does not read the row or the column; null for always.
Value TileWriter::isFirstTile() {
  Value isFirst;
  for (unsigned dim : {0u, 1u}) {
    std::optional<int64_t> size = access.getSize(dim);
    int64_t tile = dim == 0 ? place.tileM : place.tileN;
    if (access.isRead(dim) || (size && *size <= tile && !access.overhangs[dim]))
      continue;
    Value origin = dim == 0 ? access.row : access.column;
    Value here = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, origin,
                                       buildIndex(b, 0));
    isFirst = buildAnd(b, isFirst, here);
  }
  return isFirst;
}

void TileWriter::writeRow(Value row, ArrayRef<Value> pieces, bool byVector) {
  for (auto [vector, piece] : llvm::enumerate(pieces)) {
    if (byVector) {
      writeGuarded(piece, row, toSpace(1, place.getColumn(b, vector)));
      continue;
    }
    for (int64_t element = 0; element < place.width; ++element)
      writeGuarded(extractElement(b, piece, element), row,
                   toSpace(1, place.getColumn(b, vector, element)));
  }
}

void TileWriter::chooseWidth(llvm::function_ref<void(bool byVector)> write) {
  if (op.getAtomicMax())
    return write(false);
  VectorCondition condition = access.emitVectorCondition(b, 1, place.width);
  // What is written beyond the space is to be whole vectors, too.
  if (condition.holds && !op.getPadded().empty())
    return write(false);
  buildByWidth(b, condition, write);
}

void TileWriter::writeRows(const Fragment &value) {
  chooseWidth([&](bool byVector) {
    for (int64_t r = 0; r < place.rows; ++r)
      writeRow(toSpace(0, buildAdd(b, place.row, r)),
               ArrayRef(value.pieces).slice(r * place.vectors, place.vectors),
               byVector);
  });
}

// All rows have the same: the threads of the tile's first row write it.
void TileWriter::writeOneRow(const Fragment &value) {
  OpBuilder::InsertionGuard scope(b);
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place.row,
                                        buildIndex(b, 0));
  lowp::enterIf(b, isFirst);
  chooseWidth(
      [&](bool byVector) { writeRow(access.row, value.pieces, byVector); });
}

void TileWriter::writeColumns(const Fragment &value) {
  Value row = toSpace(0, place.row);
  for (int64_t vector = 0; vector < place.vectors; ++vector)
    for (int64_t element = 0; element < place.width; ++element)
      writeGuarded(value.pieces[vector * place.width + element], row,
                   toSpace(1, place.getColumn(b, vector, element)));
}

void TileWriter::writeLine(Value vector, Value row, Value column,
                           Value isAligned) {
  constexpr int64_t kLineVector = TileAccess::kLineVector;
  std::optional<int64_t> size = access.getSize(0);
  bool isWholeVector = size && *size % kLineVector == 0;
  Value isWhole = isAligned;
  if (!isWholeVector) {
    Value last = buildAdd(b, row, kLineVector - 1);
    isWhole = buildAnd(b, isWhole, buildLess(b, last, access.rows));
  }
  if (!isWhole)
    return writeGuarded(vector, row, column);
  lowp::buildIf(
      b, isWhole, [&] { writeGuarded(vector, row, column); },
      [&] {
        for (int64_t element = 0; element < kLineVector; ++element)
          writeGuarded(extractElement(b, vector, element),
                       buildAdd(b, row, element), column);
      });
}

// A column of the tile is a line of shared memory. Its chunks of 8 bytes change
// places by the thread's number along the columns, so that neither the writes
// (8 bytes, one line per thread) nor the reads (16 bytes, one line after the
// other) meet in the same banks.
void TileWriter::writeTransposed(const Fragment &value) {
  constexpr int64_t kChunk = 8, kLineVector = TileAccess::kLineVector;
  int64_t chunks = place.tileM / kChunk;
  // Chunks as elements make the buffer as aligned as they are.
  auto half = VectorType::get(kChunk, type.getElementType());
  Value buffer = getSharedBuffer(b, launch, {place.tileN * chunks}, half);
  Value chunk = buildDiv(b, place.row, kChunk);
  auto findChunk = [&](Value line, Value number) -> Value {
    // Pairs of chunks by the low bits, halves of a pair by the next one.
    Value key = buildDiv(b, line, place.width);
    Value pair = arith::XOrIOp::create(
        b, buildDiv(b, number, 2),
        buildRem(b, key, std::min<int64_t>(chunks / 2, 8)));
    Value which = arith::XOrIOp::create(b, buildRem(b, number, 2),
                                        buildRem(b, buildDiv(b, key, 8), 2));
    Value at = arith::AddIOp::create(b, buildMul(b, pair, 2), which);
    return arith::AddIOp::create(b, buildMul(b, line, chunks), at);
  };
  for (int64_t vector = 0; vector < place.vectors; ++vector)
    for (int64_t element = 0; element < place.width; ++element) {
      Value line = place.getColumn(b, vector, element);
      memref::StoreOp::create(b, value.pieces[vector * place.width + element],
                              buffer, findChunk(line, chunk));
    }
  gpu::BarrierOp::create(b);
  Value isAligned = access.emitAlignment(b, kLineVector);
  int64_t vectorsPerLine = place.tileM / kLineVector;
  int64_t total = place.tileN * vectorsPerLine;
  for (int64_t first = 0; first < total; first += place.threads) {
    Value number = buildAdd(b, place.thread, first);
    Value line = buildDiv(b, number, vectorsPerLine);
    Value pair = buildRem(b, number, vectorsPerLine);
    SmallVector<Value> halves;
    for (int64_t which : {0, 1})
      halves.push_back(memref::LoadOp::create(
          b, buffer,
          findChunk(line, buildAdd(b, buildMul(b, pair, 2), which))));
    SmallVector<int64_t> order(kLineVector);
    std::iota(order.begin(), order.end(), 0);
    Value whole = vector::ShuffleOp::create(b, halves[0], halves[1], order);
    writeLine(whole, toSpace(0, buildMul(b, pair, kLineVector)),
              toSpace(1, line), isAligned);
  }
}

void TileWriter::writeEntries(const Fragment &value) {
  int64_t height = place.tileM / type.getDimSize(0);
  int64_t width = place.tileN / type.getDimSize(1);
  for (auto [index, piece] : llvm::enumerate(value.pieces)) {
    OpBuilder::InsertionGuard scope(b);
    lowp::enterIf(b, place.hasEntry(b, type, index));
    Value entry = place.getEntry(b, index);
    auto [entryRow, entryColumn] = place.splitEntry(b, type, entry);
    Value row = buildMul(b, entryRow, height);
    Value column = buildMul(b, entryColumn, width);
    writeGuarded(piece, toSpace(0, row), toSpace(1, column));
  }
}

void TileWriter::write(const Fragment &value) {
  OpBuilder::InsertionGuard scope(b);
  if (!op.getAtomicMax())
    lowp::enterIf(b, isFirstTile());
  if (value.share == Share::Entries)
    return writeEntries(value);
  if (value.share == Share::Columns)
    return writeOneRow(value);
  if (!value.byColumn && !op.getAtomicMax() && access.followsRows(place))
    return writeColumns(turnToColumns(b, place, value));
  if (!value.byColumn)
    return writeRows(value);
  if (access.writesStagedColumns(place, type.getElementType()))
    return writeTransposed(value);
  writeColumns(value);
}

void mlir::lowp_gpu::distributeStore(ImplicitLocOpBuilder &b,
                                     gpu::LaunchOp launch,
                                     const ThreadPlace &place, CTAStoreOp op,
                                     const Fragment &value) {
  TileWriter(b, launch, place, op).write(value);
}
