//===- DistributeLoad.cpp - Reads of a CTA's tile -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {

/// Reads elements of a tile, of which none lies beyond the space.
class TileReader {
public:
  TileReader(ImplicitLocOpBuilder &b, const ThreadPlace &place, CTALoadOp op,
             SmallVector<Value> rowsAt)
      : b(b), place(place), access(TileAccess::get(op)),
        type(op.getResult().getType()), isByEntry(op.getEntries()),
        rowsAt(std::move(rowsAt)) {}

  Fragment read();

  /// Whether each vector of the tile is one access, whatever the run time says.
  bool readsVectors();
  /// The vector with index `piece` of the thread, row by row.
  Value readPiece(int64_t piece) {
    return readOne(Reading::Vectors, /*hasRows=*/true, piece);
  }
  /// Its indices in the buffer.
  SmallVector<Value> locatePiece(int64_t piece) {
    return access.getIndices(
        b, getPosition(0, place.row, piece / place.vectors),
        getPosition(1, place.getColumn(b, piece % place.vectors)));
  }

private:
  /// The position in the space of element `element` of a vector.
  Value getPosition(unsigned dim, Value start, int64_t element = 0) {
    return access.getPosition(b, place, dim, start,
                              element ? buildIndex(b, element) : Value());
  }
  /// That of the first element of a block, which begins at `inTile`.
  Value getBlock(unsigned dim, Value inTile, int64_t extent);
  Value readVector(Value row, Value column, int64_t count);
  Value readElement(Value row, Value column) {
    return memref::LoadOp::create(b, access.buffer,
                                  access.getIndices(b, row, column));
  }
  Value readElements(Value row, int64_t vector);
  enum class Reading { Vectors, Elements };
  Value readOne(Reading reading, bool hasRows, int64_t piece);
  SmallVector<Value> readAs(Reading reading, bool hasRows);
  /// The tile's rows, or the one that all of them share.
  SmallVector<Value> readRows(bool hasRows);
  /// Whether the rows of a thread's column are neighbours in memory.
  bool readsColumns();
  SmallVector<Value> readColumns();
  SmallVector<Value> readEntries();

  ImplicitLocOpBuilder &b;
  const ThreadPlace &place;
  TileAccess access;
  VectorType type;
  bool isByEntry;
  /// The numbers of the thread's rows, or of its entries of one column, where
  /// they are not those of the tile.
  SmallVector<Value> rowsAt;
};

} // namespace

Value TileReader::getBlock(unsigned dim, Value inTile, int64_t extent) {
  int64_t count = dim == 0 ? place.rows : place.width;
  if (extent % count == 0)
    return getPosition(dim, inTile);
  Value offset = buildRem(b, inTile, count);
  Value start = arith::SubIOp::create(b, inTile, offset);
  return access.getPosition(b, place, dim, start, offset);
}

Value TileReader::readVector(Value row, Value column, int64_t count) {
  auto vector = VectorType::get(count, type.getElementType());
  auto load = vector::LoadOp::create(b, vector, access.buffer,
                                     access.getIndices(b, row, column));
  load.setAlignment(getAlignment(vector));
  return load;
}

Value TileReader::readElements(Value row, int64_t vector) {
  SmallVector<Value> elements;
  for (int64_t element = 0; element < place.width; ++element)
    elements.push_back(
        readElement(row, getPosition(1, place.getColumn(b, vector), element)));
  return buildVector(b, elements);
}

Value TileReader::readOne(Reading reading, bool hasRows, int64_t piece) {
  int64_t r = piece / place.vectors, vector = piece % place.vectors;
  Value row = access.row;
  if (hasRows)
    row = getPosition(0, place.row, r);
  access.rowAt = rowsAt.empty() ? Value() : rowsAt[r];
  if (reading == Reading::Elements)
    return readElements(row, vector);
  return readVector(row, getPosition(1, place.getColumn(b, vector)),
                    place.width);
}

SmallVector<Value> TileReader::readAs(Reading reading, bool hasRows) {
  SmallVector<Value> pieces;
  int64_t count = (hasRows ? place.rows : 1) * place.vectors;
  for (int64_t piece = 0; piece < count; ++piece)
    pieces.push_back(readOne(reading, hasRows, piece));
  return pieces;
}

// Sizes and strides may be unknown, and callers may pass weights of a norm at
// any address. One choice for all vectors lets their accesses overlap.
SmallVector<Value> TileReader::readRows(bool hasRows) {
  VectorCondition condition = access.emitVectorCondition(b, 1, place.width);
  if (!condition.isPossible)
    return readAs(Reading::Elements, hasRows);
  if (!condition.holds)
    return readAs(Reading::Vectors, hasRows);
  auto piece = VectorType::get(place.width, type.getElementType());
  SmallVector<Type> types((hasRows ? place.rows : 1) * place.vectors, piece);
  auto choice = scf::IfOp::create(b, types, condition.holds,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard scope(b);
  b.setInsertionPointToEnd(choice.thenBlock());
  scf::YieldOp::create(b, readAs(Reading::Vectors, hasRows));
  b.setInsertionPointToEnd(choice.elseBlock());
  scf::YieldOp::create(b, readAs(Reading::Elements, hasRows));
  return llvm::to_vector_of<Value>(choice.getResults());
}

SmallVector<Value> TileReader::readColumns() {
  Value row = getPosition(0, place.row);
  SmallVector<SmallVector<Value>> rows(place.rows * place.vectors);
  for (int64_t vector = 0; vector < place.vectors; ++vector)
    for (int64_t element = 0; element < place.width; ++element) {
      Value column = getPosition(1, place.getColumn(b, vector), element);
      Value values = readVector(row, column, place.rows);
      for (int64_t r = 0; r < place.rows; ++r)
        rows[r * place.vectors + vector].push_back(
            extractElement(b, values, r));
    }
  return llvm::map_to_vector(
      rows, [&](ArrayRef<Value> elements) { return buildVector(b, elements); });
}

SmallVector<Value> TileReader::readEntries() {
  SmallVector<Value> pieces;
  int64_t height = place.tileM / type.getDimSize(0);
  int64_t width = place.tileN / type.getDimSize(1);
  for (int64_t index = 0; index < place.countEntries(type); ++index) {
    access.rowAt = rowsAt.empty() ? Value() : rowsAt[index];
    Value entry = place.getEntry(b, index);
    if (place.hasEntry(b, type, index))
      entry = arith::MinUIOp::create(b, entry,
                                     buildIndex(b, type.getNumElements() - 1));
    auto [entryRow, entryColumn] = place.splitEntry(b, type, entry);
    Value row = buildMul(b, entryRow, height);
    Value column = buildMul(b, entryColumn, width);
    pieces.push_back(
        readElement(getBlock(0, row, height), getBlock(1, column, width)));
  }
  return pieces;
}

bool TileReader::readsColumns() {
  return rowsAt.empty() && access.followsRows(place);
}

bool TileReader::readsVectors() {
  bool isTile =
      type.getDimSize(0) == place.tileM && type.getDimSize(1) == place.tileN;
  std::optional<int64_t> columns = access.getSize(1);
  return isTile && !isByEntry && place.tileN > 1 && !readsColumns() &&
         columns && *columns % place.width == 0 &&
         access.isContiguous(1, place.width);
}

Fragment TileReader::read() {
  bool hasRows = type.getDimSize(0) == place.tileM;
  bool hasColumns = type.getDimSize(1) == place.tileN;
  if (isByEntry || !hasColumns || (place.tileN == 1 && hasRows))
    return {Share::Entries, type, readEntries()};
  if (!hasRows)
    return {Share::Columns, type, readRows(/*hasRows=*/false)};
  return {Share::Elements, type,
          readsColumns() ? readColumns() : readRows(/*hasRows=*/true)};
}

Fragment mlir::lowp_gpu::distributeLoad(ImplicitLocOpBuilder &b,
                                        gpu::LaunchOp launch,
                                        const ThreadPlace &place, CTALoadOp op,
                                        const Fragment *rowsAt) {
  SmallVector<Value> numbers;
  bool isColumn = op.getResult().getType().getDimSize(1) == 1;
  if (rowsAt)
    numbers = isColumn ? rowsAt->pieces : shareRows(b, launch, place, *rowsAt);
  return TileReader(b, place, op, std::move(numbers)).read();
}

bool mlir::lowp_gpu::readsPieces(ImplicitLocOpBuilder &b,
                                 const ThreadPlace &place, CTALoadOp op) {
  return !op.getRowsAt() && TileReader(b, place, op, {}).readsVectors();
}

Value mlir::lowp_gpu::loadPiece(ImplicitLocOpBuilder &b,
                                const ThreadPlace &place, CTALoadOp op,
                                int64_t piece) {
  return TileReader(b, place, op, {}).readPiece(piece);
}

std::pair<Value, SmallVector<Value>>
mlir::lowp_gpu::locatePiece(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                            CTALoadOp op, int64_t piece) {
  return {op.getBuffer(), TileReader(b, place, op, {}).locatePiece(piece)};
}
