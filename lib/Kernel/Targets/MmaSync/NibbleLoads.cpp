//===- NibbleLoads.cpp - Elements of 4 bits to a byte each ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NibbleLoads.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Bytes of a row, and those of the elements of one instruction's K.
static constexpr int64_t kPackedRow = 64, kPackedK = 16;
/// Rows of half a load, and bytes of half an instruction's K.
static constexpr int64_t kHalfRows = 8, kHalfK = 8;
/// Two rows have 128 bytes: TMA XORs the index of the two among four to that
/// of a piece.
static constexpr int64_t kSwizzles = 4;

NibbleLoads::NibbleLoads(DeviceBuilder &builder, Value address, Value firstRow,
                         Value lane, bool isLhs)
    : builder(builder), isLhs(isLhs) {
  Value own = builder.shiftRight(lane, 2);
  Value inRow = builder.shiftLeft(builder.bitAnd(lane, 3), 1);
  Value rows = builder.multiply(builder.add(firstRow, own), kPackedRow);
  row = builder.add(builder.add(address, rows), inRow);
  Value twos = builder.bitAnd(builder.shiftRight(own, 1), kSwizzles - 1);
  swizzled = builder.shiftLeft(twos, kPieceShift);
}

/// Four elements of 4 bits, as they lie in the bytes of a register: in its bits
/// 2 to 5.
static Value spread(DeviceBuilder &builder, Value packed) {
  Value apart = builder.bitAnd(
      LLVM::OrOp::create(builder, packed, builder.shiftLeft(packed, 8)),
      0x00FF00FF);
  Value even = builder.bitAnd(builder.shiftLeft(apart, 2), 0x003C003C);
  Value odd = builder.bitAnd(builder.shiftLeft(apart, 6), 0x3C003C00);
  return LLVM::OrOp::create(builder, even, odd);
}

Value NibbleLoads::loadRegister(int64_t rows, int64_t k, int64_t half,
                                int64_t piece) {
  constexpr unsigned kBytes = 2;
  Value place = builder.bitXor(swizzled, k * kPackedK);
  int64_t offset =
      (rows * kLoadRows + half * kHalfRows) * kPackedRow + piece * kHalfK;
  Value address = builder.add(builder.add(row, place), offset);
  Value loaded = builder.loadShared(builder.getI16Type(), address, kBytes);
  return spread(builder,
                LLVM::ZExtOp::create(builder, builder.getI32Type(), loaded));
}

SmallVector<Value> NibbleLoads::load(int64_t rows, int64_t k) {
  SmallVector<Value> loaded;
  for (int64_t slow : {0, 1})
    for (int64_t fast : {0, 1})
      loaded.push_back(isLhs ? loadRegister(rows, k, fast, slow)
                             : loadRegister(rows, k, slow, fast));
  return loaded;
}
