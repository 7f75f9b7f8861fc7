//===- Staging.h - How subtiles lie in shared memory ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_TARGETS_COMMON_STAGING_H
#define LOWP_KERNEL_TARGETS_COMMON_STAGING_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Kernel/Targets/Common/DeviceBuilder.h"

namespace mlir::lowp_gpu {

/// The word of configs for subtiles of a store that a warpgroup stages.
inline constexpr StringLiteral kEpilogueStages = "epilogue_stages";

/// Sets `count` to what `words` say of `name`, if anything.
inline void readCount(DictionaryAttr words, StringRef name, int64_t &count) {
  if (auto word = words.getAs<IntegerAttr>(name))
    count = word.getInt();
}

/// What a swizzle permutes in the rows of a subtile.
inline constexpr int64_t kPieceBytes = 16;

/// What TMA's swizzle XORs to the index of a 16-byte piece of a row: the row's
/// position in the 128 bytes x 8 of the pattern.
inline Value permutePieces(DeviceBuilder &builder, TileType subtile,
                           Value row) {
  int64_t swizzle = subtile.getSwizzle();
  Value group = builder.shiftRight(row, llvm::Log2_64(128 / swizzle));
  return builder.bitAnd(group, swizzle / 16 - 1);
}

/// Where byte `byte` of `row` lies in a subtile.
inline Value locateStaged(DeviceBuilder &builder, TileType subtile, Value row,
                          Value byte) {
  Value piece = builder.bitXor(builder.shiftRight(byte, 4),
                               permutePieces(builder, subtile, row));
  Value inRow =
      builder.add(builder.shiftLeft(piece, 4), builder.bitAnd(byte, 15));
  return builder.add(builder.multiply(row, subtile.getSwizzle()), inRow);
}

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_TARGETS_COMMON_STAGING_H
