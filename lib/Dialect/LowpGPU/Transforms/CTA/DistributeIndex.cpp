//===- DistributeIndex.cpp - Positions of a CTA's elements ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread computes the positions of its elements from its own place: nothing
// is read, and nothing shared.
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

namespace {

/// Computes what a thread has of the positions along one dimension.
class IndexBuilder {
public:
  IndexBuilder(ImplicitLocOpBuilder &b, const ThreadPlace &place, CTAIndexOp op)
      : b(b), place(place), op(op), access(TileAccess::get(op)),
        type(op.getResult().getType()) {}

  Fragment build();

private:
  /// The positions of neighbours: they count up until the space ends.
  Value buildColumns(int64_t vector);
  /// The position of row `r` of the thread.
  Value buildRow(int64_t r) {
    return getDigit(access.getPosition(b, place, 0, place.row,
                                       r ? buildIndex(b, r) : Value()));
  }
  Value getDigit(Value row) { return access.splitRow(b, row)[op.getDim()]; }
  SmallVector<Value> buildEntries();

  ImplicitLocOpBuilder &b;
  const ThreadPlace &place;
  CTAIndexOp op;
  TileAccess access;
  VectorType type;
};

} // namespace

Value IndexBuilder::buildColumns(int64_t vector) {
  auto piece = VectorType::get(place.width, b.getIndexType());
  Value start = access.getPosition(b, place, 1, place.getColumn(b, vector));
  SmallVector<Value> columns = {start};
  for (int64_t element = 1; element < place.width; ++element)
    columns.push_back(access.getPosition(
        b, place, 1, place.getColumn(b, vector), buildIndex(b, element)));
  return vector::FromElementsOp::create(b, piece, columns);
}

/// One row per entry.
SmallVector<Value> IndexBuilder::buildEntries() {
  SmallVector<Value> pieces;
  for (int64_t index = 0; index < place.countEntries(type); ++index) {
    Value row = place.getEntry(b, index);
    if (place.hasEntry(b, type, index))
      row = arith::MinUIOp::create(b, row, buildIndex(b, place.tileM - 1));
    Value offset = buildRem(b, row, place.rows);
    Value start = arith::SubIOp::create(b, row, offset);
    pieces.push_back(getDigit(access.getPosition(b, place, 0, start, offset)));
  }
  return pieces;
}

Fragment IndexBuilder::build() {
  bool hasRows = type.getDimSize(0) == place.tileM;
  if (type.getDimSize(1) != place.tileN)
    return {Share::Entries, type, buildEntries()};
  Fragment result = {hasRows ? Share::Elements : Share::Columns, type, {}};
  for (int64_t r = 0; r < (hasRows ? place.rows : 1); ++r)
    for (int64_t vector = 0; vector < place.vectors; ++vector)
      result.pieces.push_back(
          op.isColumn() ? buildColumns(vector)
                        : vector::BroadcastOp::create(
                              b, VectorType::get(place.width, b.getIndexType()),
                              buildRow(r)));
  return result;
}

FailureOr<Fragment> mlir::lowp_gpu::distributeIndex(ImplicitLocOpBuilder &b,
                                                    const ThreadPlace &place,
                                                    CTAIndexOp op) {
  VectorType type = op.getResult().getType();
  bool isTile = op.isColumn() ? type.getDimSize(1) == place.tileN
                              : type.getDimSize(0) == place.tileM;
  bool isWhole = llvm::all_of_zip(
      type.getShape(), ArrayRef<int64_t>{place.tileM, place.tileN},
      [](int64_t size, int64_t tile) { return size == tile || size == 1; });
  if (isTile && isWhole)
    return IndexBuilder(b, place, op).build();
  return op.emitOpError("expected a position for each ")
         << (op.isColumn() ? "column" : "row") << " of the tile of "
         << place.tileM << " x " << place.tileN << ", got " << type;
}
