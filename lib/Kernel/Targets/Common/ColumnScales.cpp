//===- ColumnScales.cpp - The scales of a thread's columns ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnScales.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static constexpr int64_t kScaleBytes = 4;

ColumnScales::ColumnScales(DeviceBuilder &builder, const KernelFrame &frame,
                           FragmentLayout layout, Value scales, int64_t stride)
    : builder(builder), layout(layout) {
  Value column = builder.add(layout.groupColumn(builder, frame, stride),
                             layout.firstColumn(builder, frame));
  address = builder.add(scales,
                        builder.shiftLeft(column, llvm::Log2_64(kScaleBytes)));
}

void ColumnScales::load(int64_t chunk) {
  int64_t width = layout.getVectorColumns(kScaleBytes);
  Type vector = VectorType::get({width}, builder.getF32Type());
  for (int64_t first = 0; first < layout.getLaneColumns(); first += width) {
    int64_t column = chunk * FragmentLayout::kChunkColumns + first;
    vectors.push_back(
        builder.loadShared(vector, builder.add(address, column * kScaleBytes),
                           /*alignment=*/width * kScaleBytes));
  }
}

Value ColumnScales::get(int64_t reg) const {
  int64_t width = layout.getVectorColumns(kScaleBytes);
  int64_t column = layout.getChunk(reg) * layout.getLaneColumns() +
                   reg % layout.getLaneColumns();
  return LLVM::ExtractElementOp::create(builder, vectors[column / width],
                                        builder.constant(column % width));
}
