//===- DistributeBroadcasts.cpp - Entries of blocks for all threads -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that has the entry of a block writes it to shared memory, from
// where all threads of the block read it.
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"

#include "lowp/Dialect/Common/BuildIf.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Writes the entries of `value` to shared memory; `buffer` is (entries).
static void storeEntries(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                         const Fragment &value, Value buffer) {
  for (auto [index, piece] : llvm::enumerate(value.pieces)) {
    Value entry = place.getEntry(b, index);
    OpBuilder::InsertionGuard scope(b);
    lowp::enterIf(b, place.hasEntry(b, value.type, index));
    memref::StoreOp::create(b, piece, buffer, entry);
  }
}

SmallVector<Value> mlir::lowp_gpu::shareRows(ImplicitLocOpBuilder &b,
                                             gpu::LaunchOp launch,
                                             const ThreadPlace &place,
                                             const Fragment &value) {
  Value buffer = getSharedBuffer(b, launch, {value.type.getNumElements()},
                                 value.type.getElementType());
  storeEntries(b, place, value, buffer);
  gpu::BarrierOp::create(b);
  SmallVector<Value> entries;
  for (int64_t row = 0; row < place.rows; ++row)
    entries.push_back(memref::LoadOp::create(
        b, buffer, ValueRange{buildAdd(b, place.row, row)}));
  return entries;
}

/// The entry, or the entries of neighbouring columns, as a vector.
static Value loadEntries(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                         const Blocks &blocks, Value buffer, Value entry,
                         VectorType type) {
  if (!blocks.isPerColumn)
    return vector::BroadcastOp::create(
        b, type, memref::LoadOp::create(b, buffer, entry));
  SmallVector<Value> elements;
  for (int64_t column = 0; column < place.width; ++column)
    elements.push_back(memref::LoadOp::create(
        b, buffer, buildAdd(b, entry, column * blocks.entryRows)));
  return buildVector(b, elements);
}

/// The entry around each entry of `type`, from `buffer`.
static Fragment loadEntriesAround(ImplicitLocOpBuilder &b,
                                  const ThreadPlace &place, VectorType from,
                                  VectorType type, Value buffer) {
  Fragment result = {Share::Entries, type, {}};
  int64_t height = type.getDimSize(0) / from.getDimSize(0);
  int64_t width = type.getDimSize(1) / from.getDimSize(1);
  Value last = buildIndex(b, type.getNumElements() - 1);
  for (int64_t index = 0; index < place.countEntries(type); ++index) {
    Value entry = place.getEntry(b, index);
    if (place.hasEntry(b, type, index))
      entry = arith::MinUIOp::create(b, entry, last);
    auto [row, column] = ThreadPlace::splitEntry(b, type, entry);
    Value first = buildMul(b, buildDiv(b, column, width), from.getDimSize(0));
    Value around = arith::AddIOp::create(b, first, buildDiv(b, row, height));
    result.pieces.push_back(memref::LoadOp::create(b, buffer, around));
  }
  return result;
}

Fragment mlir::lowp_gpu::distributeBroadcast(ImplicitLocOpBuilder &b,
                                             gpu::LaunchOp launch,
                                             const ThreadPlace &place,
                                             CTABroadcastOp op,
                                             const Fragment &value) {
  VectorType type = op.getResult().getType();
  Fragment result = {Share::Elements, type, {}};
  if (value.share == Share::Columns) {
    for (int64_t row = 0; row < place.rows; ++row)
      llvm::append_range(result.pieces, value.pieces);
    return result;
  }
  Value buffer = getSharedBuffer(b, launch, {value.type.getNumElements()},
                                 type.getElementType());
  storeEntries(b, place, value, buffer);
  gpu::BarrierOp::create(b);
  if (type.getDimSize(0) != place.tileM || type.getDimSize(1) != place.tileN)
    return loadEntriesAround(b, place, value.type, type, buffer);
  Blocks blocks(place, value.type);
  auto piece = VectorType::get(place.width, type.getElementType());
  SmallVector<Value> perGroup;
  for (int64_t m = 0; m < blocks.countRowGroups(place); ++m)
    for (int64_t n = 0; n < blocks.countVectorGroups(place); ++n)
      perGroup.push_back(loadEntries(b, place, blocks, buffer,
                                     blocks.getEntry(b, place, m, n), piece));
  for (int64_t row = 0; row < place.rows; ++row)
    for (int64_t vector = 0; vector < place.vectors; ++vector)
      result.pieces.push_back(
          perGroup[row / blocks.rowsInThread * blocks.countVectorGroups(place) +
                   vector / blocks.vectorsInThread]);
  return result;
}
