//===- Blocks.cpp - Blocks of a reduction over a tile ---------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Blocks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

static int64_t clampTo(int64_t value, int64_t limit) {
  return std::min(std::max<int64_t>(value, 1), limit);
}

Blocks::Blocks(const ThreadPlace &place, VectorType entries)
    : entryRows(entries.getDimSize(0)), entryColumns(entries.getDimSize(1)),
      height(place.tileM / entryRows), width(place.tileN / entryColumns),
      rowsInThread(std::min(height, place.rows)),
      vectorsInThread(
          std::max<int64_t>(width / place.distribution.getSpan(), 1)),
      isPerColumn(width == 1),
      lanesN(clampTo(isPerColumn ? 1 : width / place.width,
                     place.distribution.getLanes()[1])),
      lanesM(clampTo(height / place.rows, place.distribution.getLanes()[0])),
      warpsN(clampTo(width / (place.width * place.distribution.getLanes()[1]),
                     place.distribution.getWarps()[1])),
      warpsM(clampTo(height / (place.rows * place.distribution.getLanes()[0]),
                     place.distribution.getWarps()[0])) {}

Value Blocks::getEntry(ImplicitLocOpBuilder &b, const ThreadPlace &place,
                       int64_t rowGroup, int64_t vectorGroup) const {
  Value row =
      buildDiv(b, buildAdd(b, place.row, rowGroup * rowsInThread), height);
  Value column = buildDiv(
      b,
      buildAdd(b, place.column,
               vectorGroup * vectorsInThread * place.distribution.getSpan()),
      width);
  return arith::AddIOp::create(b, buildMul(b, column, entryRows), row);
}
