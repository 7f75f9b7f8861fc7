//===- ScaleWords.cpp - Scales that products take -------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleWords.h"
#include "lowp/Kernel/Targets/Common/ScaleAtom.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr int64_t kChunkRows = 8;

ScaleWords ScaleWords::forRows(DeviceBuilder &builder, Value atoms,
                               Value firstRow, Value lane) {
  Value row = builder.add(
      builder.shiftRight(lane, 2),
      builder.shiftLeft(builder.bitAnd(lane, 1), llvm::Log2_64(kChunkRows)));
  Value inColumn = builder.bitAnd(firstRow, ScaleAtom::kRowsPerColumn - 1);
  Value column =
      builder.shiftRight(firstRow, llvm::Log2_64(ScaleAtom::kRowsPerColumn));
  Value address =
      builder.add(atoms, builder.multiply(builder.add(inColumn, row),
                                          ScaleAtom::kRowStride));
  return {builder, builder.add(address, builder.multiply(
                                            column, ScaleAtom::kWordBytes))};
}

ScaleWords ScaleWords::forRowsOfTwo(DeviceBuilder &builder, Value atoms,
                                    int64_t rowBytes, Value firstRow,
                                    Value lane) {
  Value row = builder.add(
      builder.add(firstRow, builder.shiftRight(lane, 2)),
      builder.shiftLeft(builder.bitAnd(lane, 1), llvm::Log2_64(kChunkRows)));
  Value inColumn = builder.bitAnd(row, ScaleAtom::kRowsPerColumn - 1);
  Value column = builder.bitAnd(
      builder.shiftRight(row, llvm::Log2_64(ScaleAtom::kRowsPerColumn)),
      ScaleAtom::kColumns - 1);
  Value atom = builder.shiftRight(row, llvm::Log2_64(ScaleAtom::kRows));
  Value inAtom = builder.add(builder.multiply(inColumn, ScaleAtom::kRowStride),
                             builder.multiply(column, ScaleAtom::kWordBytes));
  return {builder,
          builder.add(atoms,
                      builder.add(builder.multiply(atom, rowBytes), inAtom))};
}

ScaleWords ScaleWords::forColumns(DeviceBuilder &builder, Value atoms,
                                  Value lane) {
  Value row = builder.shiftRight(lane, 2);
  return {builder,
          builder.add(atoms, builder.multiply(row, ScaleAtom::kRowStride))};
}

Value ScaleWords::load(int64_t chunk, int64_t atom) {
  int64_t row = chunk * kChunkRows;
  int64_t offset = atom * ScaleAtom::kBytes +
                   row % ScaleAtom::kRowsPerColumn * ScaleAtom::kRowStride +
                   row / ScaleAtom::kRowsPerColumn * ScaleAtom::kWordBytes;
  Value word =
      builder.loadShared(builder.getI32Type(), builder.add(address, offset),
                         ScaleAtom::kWordBytes);
  Value bits = kept.lookup(atom);
  return bits ? LLVM::AndOp::create(builder, word, bits) : word;
}
