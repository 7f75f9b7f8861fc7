//===- EpiloguePanels.cpp - A matrix in shared memory that it reads -------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpiloguePanels.h"

#include "Staging.h"
#include "lowp/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

int64_t EpiloguePanels::elementBytes() const {
  return lowp::storedBytes(1, type.getElementType().getIntOrFloatBitWidth());
}

EpiloguePanels::EpiloguePanels(DeviceBuilder &builder, const KernelFrame &frame,
                               FragmentLayout layout, EpilogueOp op,
                               EpilogueOp::Adaptor adaptor)
    : builder(builder), layout(layout),
      type(cast<TileType>(op.getPanels().front().getType())) {
  auto sums = cast<AccumulatorType>(op.getNSubtiles().front().getType());
  panels = builder.selectShare(adaptor.getPanels(), sums.getWarpgroupsN(),
                               frame.warpgroup);
  Value tileM = adaptor.getTileM();
  int64_t located = tileM ? layout.getRowsPerLane() : 1;
  for (int64_t place = 0; place < located; ++place)
    first.push_back(locateFirst(frame, tileM, place));
}

/// M tiles have as many rows in a panel, whatever `tileM` is. Rows from there
/// on have not come: the last one stands in for them.
Value EpiloguePanels::locateFirst(const KernelFrame &frame, Value tileM,
                                  int64_t place) {
  Value row = builder.add(layout.warpRow(builder, frame),
                          layout.laneRow(builder, frame));
  row = builder.add(row, place * layout.getRowDistance());
  if (tileM)
    row = LLVM::UMinOp::create(builder, row, builder.add(tileM, -1));
  row = builder.add(layout.groupRow(builder, frame, /*tileM=*/Value()), row);
  Value byte =
      builder.multiply(layout.firstColumn(builder, frame), elementBytes());
  return locateStaged(builder, type, row, byte);
}

/// The swizzle XORs pieces of a row, so that a vector lies where the first one
/// does but for an XOR; its pattern repeats from one of a lane's rows to the
/// next.
Value EpiloguePanels::loadVector(int64_t column, int64_t place) {
  int64_t perPanel = type.getShape()[1];
  int64_t inRow = column % perPanel * elementBytes();
  bool isLocated = place < static_cast<int64_t>(first.size());
  Value address = builder.bitXor(first[isLocated ? place : 0], inRow);
  if (!isLocated)
    address = builder.add(address,
                          place * layout.getRowDistance() * type.getSwizzle());
  return builder.loadShared(
      VectorType::get({getWidth()}, type.getElementType()),
      builder.add(panels[column / perPanel], address),
      getWidth() * elementBytes());
}

Value EpiloguePanels::load(int64_t reg) {
  int64_t inVector = reg % getWidth(), number = reg / getWidth();
  if (number != vectorNumber)
    vector =
        loadVector(layout.getColumn(reg) - inVector, layout.getRowOfLane(reg));
  vectorNumber = number;
  return LLVM::ExtractElementOp::create(builder, vector,
                                        builder.constant(inVector));
}
