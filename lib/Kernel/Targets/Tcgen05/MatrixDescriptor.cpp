//===- MatrixDescriptor.cpp - Tiles as the tensor core reads them ---------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixDescriptor.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

// Bits 0-13: address / 16; bits 16-29: leading byte offset / 16; bits 32-45:
// stride byte offset / 16; bits 46-48: 1; bits 61-63: swizzle, 2 for 128 bytes.
// The stride goes from eight rows to the next eight: of the matrix in a K-major
// tile, of K in an MN-major one. The leading offset goes from a panel of an
// MN-major tile to the next; swizzled K-major tiles ignore it.
static constexpr int64_t kUnit = 16;
static constexpr int64_t kRowsOfStride = 8;
static constexpr int64_t kVersion = int64_t(1) << 46;
static constexpr int64_t kSwizzle128 = int64_t(2) << 61;

/// The low word is of `address` and `leading` bytes, all else of `high`.
static Value describe(DeviceBuilder &builder, Value address, int64_t leading,
                      int64_t high) {
  Value low = builder.bitOr(builder.shiftRight(address, llvm::Log2_64(kUnit)),
                            leading / kUnit << 16);
  Type i64 = builder.getI64Type();
  Value wide = LLVM::ZExtOp::create(builder, i64, low);
  Value bits =
      LLVM::ConstantOp::create(builder, i64, builder.getI64IntegerAttr(high));
  return LLVM::OrOp::create(builder, wide, bits);
}

static int64_t getStride(int64_t rowBytes) {
  return kRowsOfStride * rowBytes / kUnit << 32;
}

Value mlir::lowp_gpu::describeOperand(DeviceBuilder &builder, TileType tile,
                                      Value address, int64_t k) {
  int64_t bytes = k * kBytesOfK, leading = kUnit;
  if (tile.isMNMajor()) {
    int64_t elementBytes = kRowBytes / tile.getShape().back();
    bytes = bytes / elementBytes * kRowBytes;
    leading = tile.getShape()[1] * kRowBytes;
  }
  return describe(builder, builder.add(address, bytes), leading,
                  kVersion | kSwizzle128 | getStride(kRowBytes));
}

Value mlir::lowp_gpu::describeScales(DeviceBuilder &builder, Value address) {
  return describe(builder, address, /*leading=*/0, kVersion | getStride(kUnit));
}
