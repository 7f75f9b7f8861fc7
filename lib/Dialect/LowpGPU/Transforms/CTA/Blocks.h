//===- Blocks.h - Blocks of a reduction over a tile -------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_BLOCKS_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_BLOCKS_H

#include "Fragments.h"

namespace mlir::lowp_gpu {

/// How the blocks of a reduced or broadcast value lie over a tile.
struct Blocks {
  Blocks(const ThreadPlace &place, VectorType entries);

  int64_t countRowGroups(const ThreadPlace &place) const {
    return place.rows / rowsInThread;
  }
  int64_t countVectorGroups(const ThreadPlace &place) const {
    return place.vectors / vectorsInThread;
  }
  /// Warps that have a part of a block.
  int64_t countWarps() const { return warpsN * warpsM; }

  /// The number of the entry of a thread's row group and vector group; for
  /// blocks of one column, of the first column.
  Value getEntry(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                 int64_t rowGroup, int64_t vectorGroup) const;

  int64_t entryRows, entryColumns;
  /// One block, in elements.
  int64_t height, width;
  /// One block, in one thread.
  int64_t rowsInThread, vectorsInThread;
  bool isPerColumn;
  /// Lanes of a warp and warps of the CTA that share a block.
  int64_t lanesN, lanesM, warpsN, warpsM;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_BLOCKS_H
