//===- StageLayout.h - Where the fields of a stage lie ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_STAGELAYOUT_H
#define LOWP_DIALECT_LOWPGPU_IR_STAGELAYOUT_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"

namespace mlir::lowp_gpu {

/// Offsets of a stage's fields from its start, and its size, in bytes.
struct StageLayout {
  SmallVector<int64_t> fieldOffsets;
  int64_t bytes;
};

/// Alignment of a tile in shared memory: the swizzle pattern repeats every
/// eight rows, bulk copies want 128 bytes.
int64_t getTileAlignment(TileType tile);

/// Alignment of a stage: the strictest of its tiles.
int64_t getStageAlignment(StageType stage);

/// Lays the fields out in order. Stages can follow each other without gaps.
StageLayout getStageLayout(StageType stage);

/// Bytes of the two barriers (full, empty) of each stage.
int64_t getBarrierBytes(PipelineType pipeline);

/// Bytes of the word that keeps the address of a kernel's columns of tensor
/// memory, as aligned as barriers are.
inline constexpr int64_t kTensorAddressBytes = 8;

/// Columns of tensor memory that `bytes` of scales take: a cell has four of
/// them, and each quarter of the lanes the same.
int64_t countScaleColumns(int64_t bytes);

/// Atoms of `atomRows` rows that hold `rows` of them which begin at any
/// multiple of their number.
int64_t countCutAtoms(int64_t rows, int64_t atomRows);

/// Sets of columns for the scales of products that read a ring of `stages`,
/// `columns` for each product, of `room` columns: one for each stage or, where
/// these do not fit, two that alternate; 0 if there is no room for any.
/// Products that read no ring, of 0 stages, have one.
int64_t countScaleSets(int64_t stages, int64_t columns, int64_t room);

/// Bytes of the sums that an exchange receives and of two barriers for each of
/// `warpgroups`.
int64_t getExchangeBytes(ExchangeType exchange, int64_t warpgroups);

} // namespace mlir::lowp_gpu

#endif // LOWP_DIALECT_LOWPGPU_IR_STAGELAYOUT_H
