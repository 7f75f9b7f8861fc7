//===- EpilogueInput.cpp - What an epilogue reads besides sums ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueInput.h"

#include "lowp/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

EpilogueInput::EpilogueInput(DeviceBuilder &builder, const KernelFrame &frame,
                             FragmentLayout layout, EpilogueOp op,
                             EpilogueOp::Adaptor adaptor, unsigned index,
                             int64_t groupStride)
    : builder(builder), layout(layout),
      type(cast<MemRefType>(op.getInputs()[index].getType())),
      map(cast<AffineMapAttr>(op.getInputMapsAttr()[index]).getValue()),
      cached(layout.getRowsPerLane()) {
  locateRows(frame, adaptor, adaptor.getInputs()[index]);
  locateColumn(frame, adaptor, groupStride);
}

int64_t EpilogueInput::getStride(unsigned dim) const {
  auto [strides, offset] = type.getStridesAndOffset();
  for (auto [place, stride] : llvm::enumerate(strides))
    if (map.getDimPosition(place) == dim)
      return stride;
  return 0;
}

/// `pointer` and `stride` elements for each of `count`.
static Value advance(DeviceBuilder &builder, Type element, Value pointer,
                     Value count, int64_t stride) {
  if (stride == 0)
    return pointer;
  Type i64 = builder.getI64Type();
  Value offset = LLVM::MulOp::create(
      builder, LLVM::ZExtOp::create(builder, i64, count),
      LLVM::ConstantOp::create(builder, builder.getI64IntegerAttr(stride)));
  return LLVM::GEPOp::create(builder, pointer.getType(), element, pointer,
                             ArrayRef<LLVM::GEPArg>{offset});
}

/// Rows beyond the output are those of its last row: tiles drop them.
void EpilogueInput::locateRows(const KernelFrame &frame,
                               EpilogueOp::Adaptor adaptor, Value base) {
  unsigned rowDim = map.getNumDims() - 2;
  Type element = type.getElementType();
  if (adaptor.getBatch())
    base = advance(builder, element, base, adaptor.getBatch(), getStride(0));
  Value first = builder.add(
      adaptor.getRow(), layout.firstRow(builder, frame, adaptor.getTileM()));
  Value last =
      LLVM::SubOp::create(builder, adaptor.getM(), builder.constant(1));
  for (int64_t place = 0; place < layout.getRowsPerLane(); ++place) {
    Value row = LLVM::UMinOp::create(
        builder, builder.add(first, place * layout.getRowDistance()), last);
    rows.push_back(advance(builder, element, base, row, getStride(rowDim)));
  }
}

void EpilogueInput::locateColumn(const KernelFrame &frame,
                                 EpilogueOp::Adaptor adaptor,
                                 int64_t groupStride) {
  unsigned columnDim = map.getNumDims() - 1;
  if (!map.isFunctionOfDim(columnDim))
    return;
  column =
      builder.add(adaptor.getColumn(),
                  builder.add(layout.groupColumn(builder, frame, groupStride),
                              layout.firstColumn(builder, frame)));
  int64_t columns = type.getDimSize(
      *map.getResultPosition(builder.getAffineDimExpr(columnDim)));
  hasRest = columns % getWidth() != 0;
  if (columns % frame.config.getTile()[1] != 0)
    lastColumn = columns - 1;
}

int64_t EpilogueInput::getWidth() const {
  return layout.getVectorColumns(
      lowp::storedBytes(1, type.getElementType().getIntOrFloatBitWidth()));
}

/// Whether columns that are read together are one load. Host code checks that
/// matrices begin at multiples of 16 bytes; a vector may begin anywhere.
bool EpilogueInput::loadsVectors() const {
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t width = getWidth();
  return type.getRank() > 1 && !hasRest &&
         getStride(map.getNumDims() - 1) == 1 &&
         llvm::all_of(ArrayRef(strides).drop_back(),
                      [&](int64_t stride) { return stride % width == 0; });
}

/// `first`, or the last column from which on there are `count`.
Value EpilogueInput::clampColumn(Value first, int64_t count) {
  if (!lastColumn)
    return first;
  return LLVM::UMinOp::create(builder, first,
                              builder.constant(*lastColumn + 1 - count));
}

/// The elements in `row` that begin `inRow` after the thread's first. Where N
/// is a multiple of as many, they begin within the output or lie beyond it.
Value EpilogueInput::loadVector(Value row, int64_t inRow) {
  Type element = type.getElementType();
  int64_t width = getWidth();
  Type vector = VectorType::get({width}, element);
  int64_t stride = getStride(map.getNumDims() - 1);
  Value first = builder.add(column, inRow);
  if (!hasRest)
    first = clampColumn(first, width);
  Value pointer = hasRest ? row : advance(builder, element, row, first, stride);
  unsigned bytes = lowp::storedBytes(1, element.getIntOrFloatBitWidth());
  if (loadsVectors())
    return LLVM::LoadOp::create(builder, vector, pointer, width * bytes);
  Value packed = LLVM::PoisonOp::create(builder, vector);
  for (int64_t place = 0; place < width; ++place) {
    Value offset = hasRest ? clampColumn(builder.add(first, place), 1)
                           : builder.constant(place);
    Value at = advance(builder, element, pointer, offset, stride);
    Value loaded = LLVM::LoadOp::create(builder, element, at, bytes);
    packed = LLVM::InsertElementOp::create(builder, packed, loaded,
                                           builder.constant(place));
  }
  return packed;
}

Value EpilogueInput::load(int64_t reg) {
  int64_t place = layout.getRowOfLane(reg);
  unsigned rowDim = map.getNumDims() - 2;
  bool hasRows = map.isFunctionOfDim(rowDim);
  if (!column) {
    Type element = type.getElementType();
    Value &number = cached[hasRows ? place : 0];
    if (!number)
      number = LLVM::LoadOp::create(
          builder, element, rows[place],
          lowp::storedBytes(1, element.getIntOrFloatBitWidth()));
    return number;
  }
  int64_t inVector = reg % getWidth(), first = layout.getColumn(reg) - inVector;
  if (first != cachedColumn)
    cached.assign(cached.size(), Value());
  cachedColumn = first;
  // Without rows all rows have the same columns.
  Value &vector = cached[hasRows ? place : 0];
  if (!vector)
    vector = loadVector(rows[place], first);
  return LLVM::ExtractElementOp::create(builder, vector,
                                        builder.constant(inVector));
}
