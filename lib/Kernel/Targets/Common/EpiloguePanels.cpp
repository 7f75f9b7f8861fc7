//===- EpiloguePanels.cpp - A matrix in shared memory that it reads -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpiloguePanels.h"

#include "Staging.h"
#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "lowp/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static int64_t getElementBytes(TileType type) {
  return lowp::storedBytes(1, type.getElementType().getIntOrFloatBitWidth());
}

/// Rows from one half of the fragment to the other.
static constexpr int64_t kHalfRows = 8;

EpiloguePanels::EpiloguePanels(DeviceBuilder &builder, const KernelFrame &frame,
                               EpilogueOp op, EpilogueOp::Adaptor adaptor)
    : builder(builder), type(cast<TileType>(op.getPanels().front().getType())) {
  auto sums = cast<AccumulatorType>(op.getNSubtiles().front().getType());
  panels = builder.selectShare(adaptor.getPanels(), sums.getWarpgroupsN(),
                               frame.warpgroup);
  Value tileM = adaptor.getTileM();
  first[0] = locateFirst(frame, tileM, /*half=*/0);
  if (tileM)
    first[1] = locateFirst(frame, tileM, /*half=*/1);
}

/// M tiles have as many rows in a panel, whatever `tileM` is. Rows from there
/// on have not come: the last one stands in for them.
Value EpiloguePanels::locateFirst(const KernelFrame &frame, Value tileM,
                                  int64_t half) {
  Value row = builder.add(builder.shiftLeft(frame.warpInGroup, 4),
                          builder.shiftRight(frame.lane, 2));
  row = builder.add(row, half * kHalfRows);
  if (tileM)
    row = LLVM::UMinOp::create(builder, row, builder.add(tileM, -1));
  row = builder.add(MmaFragment::groupRow(builder, frame, /*tileM=*/Value()),
                    row);
  Value byte = builder.multiply(MmaFragment::firstColumn(builder, frame),
                                getElementBytes(type));
  return locateStaged(builder, type, row, byte);
}

/// The swizzle XORs pieces of a row, so that a chunk lies where the first one
/// does but for an XOR; its pattern repeats within the rows of a half.
Value EpiloguePanels::loadPair(int64_t chunk, int64_t half) {
  int64_t chunksPerPanel = type.getShape()[1] / MmaFragment::kChunkColumns;
  int64_t bytes = getElementBytes(type);
  int64_t inRow = chunk % chunksPerPanel * MmaFragment::kChunkColumns * bytes;
  Value address = first[half] ? builder.bitXor(first[half], inRow)
                              : builder.add(builder.bitXor(first[0], inRow),
                                            kHalfRows * type.getSwizzle());
  return builder.loadShared(
      VectorType::get({2}, type.getElementType()),
      builder.add(panels[chunk / chunksPerPanel], address), 2 * bytes);
}

Value EpiloguePanels::load(int64_t reg) {
  int64_t number = reg / 2;
  if (number != pairNumber)
    pair = loadPair(MmaFragment::chunk(reg), MmaFragment::rowHalf(reg));
  pairNumber = number;
  return LLVM::ExtractElementOp::create(
      builder, pair, builder.constant(MmaFragment::columnInPair(reg)));
}
