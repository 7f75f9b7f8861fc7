//===- MatrixLoads.cpp - Tiles to registers by ldmatrix -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixLoads.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// TMA XORs the row's place among eight rows to the index of a piece.
static constexpr int64_t kSwizzledRows = 8;

/// Rows of a panel of an MN-major tile that one of its rows of K has.
static int64_t getPanelRows(TileType tile) { return tile.getShape().back(); }

static int64_t getPanelBytes(TileType tile) { return tile.getK() * kRowBytes; }

MatrixLoads::MatrixLoads(DeviceBuilder &builder, TileType tile, Value address,
                         Value firstRow, Value lane, bool isLhs)
    : builder(builder), tile(tile) {
  Value eighth = builder.bitAnd(lane, kSwizzledRows - 1);
  Value slow = builder.shiftRight(lane, 4);
  Value fast = builder.bitAnd(builder.shiftRight(lane, 3), 1);
  Value half = isLhs ? fast : slow;
  Value piece = isLhs ? slow : fast;
  // What a row in shared memory is, and which piece of it this lane reads:
  // of an MN-major tile rows are of K.
  Value inRows = tile.isMNMajor() ? piece : half;
  Value inPieces = tile.isMNMajor() ? half : piece;
  Value own = builder.add(eighth, builder.shiftLeft(inRows, 3));
  row = builder.add(address, builder.multiply(own, kRowBytes));
  if (tile.isMNMajor()) {
    // `firstRow` lies in its panel where it does in 64 rows.
    Value panel =
        builder.shiftRight(firstRow, llvm::Log2_64(getPanelRows(tile)));
    row = builder.add(row, builder.multiply(panel, getPanelBytes(tile)));
    Value inPanel = builder.bitAnd(firstRow, getPanelRows(tile) - 1);
    inPieces = builder.add(inPieces, builder.shiftRight(inPanel, 3));
  } else {
    row = builder.add(row, builder.multiply(firstRow, kRowBytes));
  }
  swizzled = builder.shiftLeft(builder.bitXor(inPieces, eighth), kPieceShift);
}

/// The address that this lane gives. Numbers of pieces have bits that those of
/// the lane lack, and XOR like sums.
Value MatrixLoads::locate(int64_t rows, int64_t k) {
  int64_t offset = 0, pieces = 0;
  if (tile.isMNMajor()) {
    int64_t perPanel = getPanelRows(tile) / kLoadRows;
    offset = rows / perPanel * getPanelBytes(tile) + k * kLoadRows * kRowBytes;
    pieces = rows % perPanel * 2;
  } else {
    offset = rows * kLoadRows * kRowBytes;
    pieces = k * 2;
  }
  Value place =
      pieces ? builder.bitXor(swizzled, pieces << kPieceShift) : swizzled;
  return builder.add(builder.add(row, place), offset);
}

SmallVector<Value> MatrixLoads::load(int64_t rows, int64_t k) {
  constexpr int32_t kMatrices = 4;
  Type i32 = builder.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(
      builder.getContext(), SmallVector<Type>(kMatrices, i32));
  auto layout = tile.isMNMajor() ? NVVM::MMALayout::col : NVVM::MMALayout::row;
  auto shape = NVVM::LdStMatrixShapeAttr::get(builder.getContext(), 8, 8);
  Value loaded = NVVM::LdMatrixOp::create(
      builder, type, builder.sharedPointer(locate(rows, k)), kMatrices, layout,
      shape, NVVM::LdStMatrixEltType::B16);
  return builder.unpack(loaded);
}
