//===- OperandLoads.cpp - Tiles to registers of mma.sync ------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandLoads.h"
#include "MatrixLoads.h"
#include "NibbleLoads.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

OperandLoads::~OperandLoads() = default;

bool mlir::lowp_gpu::sharesBytes(TileType tile) {
  constexpr int64_t kInstructionK = 32;
  return tile.getElementType().getIntOrFloatBitWidth() == 4 &&
         tile.getK() == kRowBytes / kBytesOfK * kInstructionK;
}

std::unique_ptr<OperandLoads> OperandLoads::get(DeviceBuilder &builder,
                                                TileType tile, Value address,
                                                Value firstRow, Value lane,
                                                bool isLhs) {
  if (sharesBytes(tile))
    return std::make_unique<NibbleLoads>(builder, address, firstRow, lane,
                                         isLhs);
  return std::make_unique<MatrixLoads>(builder, tile, address, firstRow, lane,
                                       isLhs);
}
