//===- FragmentLayout.cpp - Which elements a thread holds -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Kernel/Targets/Common/FragmentLayout.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

Value FragmentLayout::groupRow(DeviceBuilder &builder, const KernelFrame &frame,
                               Value tileM) const {
  if (frame.dividesColumns())
    return builder.constant(0);
  if (tileM)
    return builder.multiply(frame.warpgroup, tileM);
  return builder.multiply(frame.warpgroup, getGroupRows());
}

Value FragmentLayout::warpRow(DeviceBuilder &builder,
                              const KernelFrame &frame) const {
  return builder.shiftLeft(frame.warpInGroup, llvm::Log2_64(getWarpRows()));
}

Value FragmentLayout::laneRow(DeviceBuilder &builder,
                              const KernelFrame &frame) const {
  return builder.shiftRight(frame.lane, llvm::Log2_64(lanesPerRow));
}

Value FragmentLayout::laneInRow(DeviceBuilder &builder,
                                const KernelFrame &frame) const {
  return builder.bitAnd(frame.lane, lanesPerRow - 1);
}

Value FragmentLayout::firstRow(DeviceBuilder &builder, const KernelFrame &frame,
                               Value tileM) const {
  Value row = groupRow(builder, frame, tileM);
  row = builder.add(row, warpRow(builder, frame));
  return builder.add(row, laneRow(builder, frame));
}

Value FragmentLayout::groupColumn(DeviceBuilder &builder,
                                  const KernelFrame &frame,
                                  int64_t stride) const {
  if (frame.dividesColumns())
    return builder.multiply(frame.warpgroup, stride);
  return builder.constant(0);
}

Value FragmentLayout::firstColumn(DeviceBuilder &builder,
                                  const KernelFrame &frame) const {
  return builder.shiftLeft(laneInRow(builder, frame),
                           llvm::Log2_64(getLaneColumns()));
}
