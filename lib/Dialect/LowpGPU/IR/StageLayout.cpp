//===- StageLayout.cpp - Where the fields of a stage lie ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/StageLayout.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::lowp_gpu;

int64_t mlir::lowp_gpu::getTileAlignment(TileType tile) {
  if (tile.isInTensorMemory())
    return 1;
  constexpr int64_t kBulkCopyAlignment = 128;
  constexpr int64_t kSwizzledRows = 8;
  return std::max(kBulkCopyAlignment, tile.getSwizzle() * kSwizzledRows);
}

int64_t mlir::lowp_gpu::getStageAlignment(StageType stage) {
  int64_t alignment = 1;
  for (TileType tile : stage.getTiles())
    alignment = std::max(alignment, getTileAlignment(tile));
  return alignment;
}

StageLayout mlir::lowp_gpu::getStageLayout(StageType stage) {
  StageLayout layout{{}, 0};
  int64_t column = 0;
  for (TileType tile : stage.getTiles()) {
    if (tile.isInTensorMemory()) {
      layout.fieldOffsets.push_back(column);
      column += tile.getShape().back();
      continue;
    }
    layout.bytes = llvm::alignTo(layout.bytes, getTileAlignment(tile));
    layout.fieldOffsets.push_back(layout.bytes);
    layout.bytes += tile.getBytes();
  }
  layout.bytes = llvm::alignTo(layout.bytes, getStageAlignment(stage));
  return layout;
}

static constexpr int64_t kBarrierBytes = 8;

int64_t mlir::lowp_gpu::getBarrierBytes(PipelineType pipeline) {
  return 2 * kBarrierBytes * pipeline.getStages();
}

int64_t mlir::lowp_gpu::countScaleColumns(int64_t bytes) {
  constexpr int64_t kBytesPerColumn = 128;
  return llvm::divideCeil(bytes, kBytesPerColumn);
}

int64_t mlir::lowp_gpu::countCutAtoms(int64_t rows, int64_t atomRows) {
  int64_t mostBefore = atomRows - std::gcd(rows, atomRows);
  return llvm::divideCeil(rows + mostBefore, atomRows);
}

int64_t mlir::lowp_gpu::countScaleSets(int64_t stages, int64_t columns,
                                       int64_t room) {
  constexpr int64_t kAlternating = 2;
  int64_t wanted = std::max<int64_t>(1, stages);
  if (wanted * columns <= room)
    return wanted;
  int64_t fewest = std::min(wanted, kAlternating);
  return fewest * columns <= room ? fewest : 0;
}

int64_t mlir::lowp_gpu::getExchangeBytes(ExchangeType exchange,
                                         int64_t warpgroups) {
  return exchange.getBytes() + 2 * kBarrierBytes * warpgroups;
}
