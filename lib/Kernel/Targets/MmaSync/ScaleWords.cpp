//===- ScaleWords.cpp - Scales that products take -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleWords.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr int64_t kWordBytes = 4;
/// Bytes from a row to the next one, and rows until the first word is full of
/// neighbours: row r + 32 lies beside row r.
static constexpr int64_t kRowStride = 16;
static constexpr int64_t kRowsPerColumn = 32;
static constexpr int64_t kChunkRows = 8;

ScaleWords ScaleWords::forRows(DeviceBuilder &builder, Value atoms,
                               Value firstRow, Value lane) {
  Value row = builder.add(
      builder.shiftRight(lane, 2),
      builder.shiftLeft(builder.bitAnd(lane, 1), llvm::Log2_64(kChunkRows)));
  Value inColumn = builder.bitAnd(firstRow, kRowsPerColumn - 1);
  Value column = builder.shiftRight(firstRow, llvm::Log2_64(kRowsPerColumn));
  Value address = builder.add(
      atoms, builder.multiply(builder.add(inColumn, row), kRowStride));
  return {builder, builder.add(address, builder.multiply(column, kWordBytes))};
}

ScaleWords ScaleWords::forRowsOfTwo(DeviceBuilder &builder, Value atoms,
                                    int64_t rowBytes, Value firstRow,
                                    Value lane) {
  constexpr int64_t kAtomRows = kAtomBytes / kWordBytes;
  constexpr int64_t kColumns = kAtomRows / kRowsPerColumn;
  Value row = builder.add(
      builder.add(firstRow, builder.shiftRight(lane, 2)),
      builder.shiftLeft(builder.bitAnd(lane, 1), llvm::Log2_64(kChunkRows)));
  Value inColumn = builder.bitAnd(row, kRowsPerColumn - 1);
  Value column = builder.bitAnd(
      builder.shiftRight(row, llvm::Log2_64(kRowsPerColumn)), kColumns - 1);
  Value atom = builder.shiftRight(row, llvm::Log2_64(kAtomRows));
  Value inAtom = builder.add(builder.multiply(inColumn, kRowStride),
                             builder.multiply(column, kWordBytes));
  return {builder,
          builder.add(atoms,
                      builder.add(builder.multiply(atom, rowBytes), inAtom))};
}

ScaleWords ScaleWords::forColumns(DeviceBuilder &builder, Value atoms,
                                  Value lane) {
  Value row = builder.shiftRight(lane, 2);
  return {builder, builder.add(atoms, builder.multiply(row, kRowStride))};
}

Value ScaleWords::load(int64_t chunk, int64_t atom) {
  int64_t row = chunk * kChunkRows;
  int64_t offset = atom * kAtomBytes + row % kRowsPerColumn * kRowStride +
                   row / kRowsPerColumn * kWordBytes;
  Value word = builder.loadShared(builder.getI32Type(),
                                  builder.add(address, offset), kWordBytes);
  Value bits = kept.lookup(atom);
  return bits ? LLVM::AndOp::create(builder, word, bits) : word;
}
