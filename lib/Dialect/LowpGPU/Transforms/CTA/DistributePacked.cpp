//===- DistributePacked.cpp - Writes of elements that share bytes ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has 8 neighbours of what is packed together: 4 bytes of elements of
// 4 bits, 6 bytes of those of 6 bits. It puts them into one word, and writes
// that in as few parts as alignment allows.
//
//===----------------------------------------------------------------------===//

#include "TileAccess.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "lowp/Support/ElementBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Neighbours that a thread packs.
static constexpr int64_t kNeighbours = 8;

namespace {

/// Neighbours along the packed dimension, and where the first one is.
struct Neighbours {
  Value elements, row, column;
};

/// Writes a tile of packed elements, and padding after it.
class PackedWriter {
public:
  PackedWriter(ImplicitLocOpBuilder &b, const ThreadPlace &place, CTAStoreOp op)
      : b(b), place(place), op(op), access(TileAccess::get(op)),
        packed(*access.packed),
        word(b.getIntegerType(packed.width == 4 ? 32 : 64)) {}

  void write(const Fragment &value);

private:
  SmallVector<Neighbours> split(const Fragment &value);
  /// Writes `these` as words, or byte by byte, where some of them may be left
  /// out or rows begin anywhere.
  void writeWords(const Neighbours &these);
  void writeBytes(const Neighbours &these);
  /// Stores the bytes of `bits` from byte `first` on, `count` at once.
  void storeBytes(const Neighbours &these, Value bits, int64_t first,
                  int64_t count);
  /// The bits of all elements, the first one lowest; of padding where
  /// `isInside` gives a value, and it is false.
  Value pack(Value elements, function_ref<Value(int64_t)> isInside);
  Value buildCode(TypedAttr number);

  /// Where element `element` is.
  std::pair<Value, Value> getPosition(const Neighbours &these,
                                      int64_t element) {
    return {dim == 0 ? buildAdd(b, these.row, element) : these.row,
            dim == 1 ? buildAdd(b, these.column, element) : these.column};
  }
  /// Whether an element is before such ends; null for always.
  Value isBefore(const Neighbours &these, int64_t element, Value rows,
                 Value columns) {
    auto [row, column] = getPosition(these, element);
    return access.isBefore(b, place, row, column, rows, columns);
  }
  Value isInSpace(const Neighbours &these, int64_t element) {
    return isBefore(these, element, access.rows, access.columns);
  }
  Value isWritten(const Neighbours &these, int64_t element) {
    if (!op.getPadding())
      return isInSpace(these, element);
    return isBefore(these, element, op.getPadded()[0], op.getPadded()[1]);
  }
  /// The element that byte `byte` begins in.
  int64_t getElementOf(int64_t byte) const {
    return byte * lowp::kBitsPerByte / packed.width;
  }
  Value buildConstant(int64_t value) {
    return arith::ConstantOp::create(b, b.getIntegerAttr(word, value));
  }

  ImplicitLocOpBuilder &b;
  const ThreadPlace &place;
  CTAStoreOp op;
  TileAccess access;
  lowp::PackedElements packed;
  IntegerType word;
  /// The dimension along which elements are packed.
  unsigned dim = 1;
};

} // namespace

Value PackedWriter::buildCode(TypedAttr number) {
  APInt bits = cast<FloatAttr>(number).getValue().bitcastToAPInt();
  return buildConstant(bits.getZExtValue());
}

Value PackedWriter::pack(Value elements,
                         function_ref<Value(int64_t)> isInside) {
  auto type = cast<VectorType>(elements.getType());
  Value codes = arith::BitcastOp::create(
      b, type.clone(b.getIntegerType(packed.width)), elements);
  Value bits;
  for (int64_t element = 0; element < kNeighbours; ++element) {
    Value code =
        arith::ExtUIOp::create(b, word, extractElement(b, codes, element));
    if (Value inside = isInside(element))
      code =
          arith::SelectOp::create(b, inside, code, buildCode(*op.getPadding()));
    code =
        arith::ShLIOp::create(b, code, buildConstant(element * packed.width));
    bits = bits ? arith::OrIOp::create(b, bits, code).getResult() : code;
  }
  return bits;
}

void PackedWriter::storeBytes(const Neighbours &these, Value bits,
                              int64_t first, int64_t count) {
  int64_t element = getElementOf(first);
  auto [row, column] = getPosition(these, element);
  SmallVector<Value> indices = access.getIndices(b, row, column);
  indices.back() = buildAdd(b, indices.back(), first - packed.byteOf(element));
  bits = arith::ShRUIOp::create(b, bits, buildConstant(8 * first));
  IntegerType part = b.getIntegerType(8 * count);
  if (part != word)
    bits = arith::TruncIOp::create(b, part, bits);
  if (count == 1) {
    memref::StoreOp::create(b, bits, access.buffer, indices);
    return;
  }
  Value bytes = vector::BitCastOp::create(
      b, VectorType::get(count, b.getI8Type()), buildVector(b, bits));
  vector::StoreOp::create(b, bytes, access.buffer, indices).setAlignment(count);
}

// All of the elements lie in the space, or none.
void PackedWriter::writeWords(const Neighbours &these) {
  OpBuilder::InsertionGuard scope(b);
  Value inside = op.getPadding() ? isInSpace(these, 0) : Value();
  Value bits = pack(these.elements, [&](int64_t) { return inside; });
  lowp::enterIf(b, isWritten(these, 0));
  int64_t count = access.getAlignment(kNeighbours);
  for (int64_t first = 0; first < packed.width; first += count)
    storeBytes(these, bits, first, count);
}

void PackedWriter::writeBytes(const Neighbours &these) {
  Value bits = pack(these.elements, [&](int64_t element) {
    return op.getPadding() ? isInSpace(these, element) : Value();
  });
  // The bits of 8 elements are as many bytes as one of them has bits.
  for (int64_t byte = 0; byte < packed.width; ++byte) {
    OpBuilder::InsertionGuard scope(b);
    lowp::enterIf(b, isWritten(these, getElementOf(byte)));
    storeBytes(these, bits, byte, /*count=*/1);
  }
}

SmallVector<Neighbours> PackedWriter::split(const Fragment &value) {
  SmallVector<Neighbours> all;
  auto add = [&](Value piece, int64_t row, Value column) {
    all.push_back(
        {piece,
         arith::AddIOp::create(b, access.row, buildAdd(b, place.row, row)),
         arith::AddIOp::create(b, access.column, column)});
  };
  int64_t rows = value.byColumn ? place.width : place.rows;
  for (auto [number, piece] : llvm::enumerate(value.pieces)) {
    if (value.byColumn)
      add(piece, 0,
          place.getColumn(b, number / rows, /*element=*/number % rows));
    else
      add(piece, number / place.vectors,
          place.getColumn(b, number % place.vectors));
  }
  return all;
}

void PackedWriter::write(const Fragment &value) {
  dim = value.byColumn ? 0 : 1;
  SmallVector<Neighbours> all = split(value);
  auto writeAll = [&](bool byWord) {
    for (const Neighbours &these : all)
      byWord ? writeWords(these) : writeBytes(these);
  };
  buildByWidth(b, access.emitVectorCondition(b, dim, kNeighbours), writeAll);
}

LogicalResult mlir::lowp_gpu::distributePackedStore(ImplicitLocOpBuilder &b,
                                                    const ThreadPlace &place,
                                                    CTAStoreOp op,
                                                    const Fragment &value) {
  int64_t neighbours = value.byColumn ? place.rows : place.width;
  bool isTile = value.share == Share::Elements && neighbours == kNeighbours &&
                TileAccess::get(op).isPackedAlong(value.byColumn ? 0 : 1);
  if (!isTile)
    return op.emitOpError("expected a thread to have ")
           << kNeighbours
           << " neighbours of the elements that are packed together, as the "
              "launch's distribution says";
  PackedWriter(b, place, op).write(value);
  return success();
}
