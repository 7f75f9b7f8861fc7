//===- EpilogueInput.cpp - What an epilogue reads besides sums ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueInput.h"

#include "lowp/Kernel/Targets/Common/MmaFragment.h"
#include "lowp/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

EpilogueInput::EpilogueInput(DeviceBuilder &builder, const KernelFrame &frame,
                             EpilogueOp op, EpilogueOp::Adaptor adaptor,
                             unsigned index, int64_t groupStride)
    : builder(builder), type(cast<MemRefType>(op.getInputs()[index].getType())),
      map(cast<AffineMapAttr>(op.getInputMapsAttr()[index]).getValue()) {
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
  Value first =
      builder.add(adaptor.getRow(),
                  MmaFragment::firstRow(builder, frame, adaptor.getTileM()));
  Value last =
      LLVM::SubOp::create(builder, adaptor.getM(), builder.constant(1));
  for (int64_t half : {0, 1}) {
    Value row = LLVM::UMinOp::create(
        builder, builder.add(first, half * MmaFragment::kChunkColumns), last);
    rows[half] = advance(builder, element, base, row, getStride(rowDim));
  }
}

void EpilogueInput::locateColumn(const KernelFrame &frame,
                                 EpilogueOp::Adaptor adaptor,
                                 int64_t groupStride) {
  unsigned columnDim = map.getNumDims() - 1;
  if (!map.isFunctionOfDim(columnDim))
    return;
  column = builder.add(
      adaptor.getColumn(),
      builder.add(MmaFragment::groupColumn(builder, frame, groupStride),
                  MmaFragment::firstColumn(builder, frame)));
  int64_t columns = type.getDimSize(
      *map.getResultPosition(builder.getAffineDimExpr(columnDim)));
  isOdd = columns % 2 != 0;
  if (columns % frame.config.getTile()[1] != 0)
    lastColumn = columns - 1;
}

/// Whether both elements of a pair are one load. Host code checks that matrices
/// begin at multiples of 16 bytes, and each row at one of a pair; a vector may
/// begin anywhere.
bool EpilogueInput::loadsPairs() const {
  auto [strides, offset] = type.getStridesAndOffset();
  return type.getRank() > 1 && !isOdd && getStride(map.getNumDims() - 1) == 1 &&
         llvm::all_of(ArrayRef(strides).drop_back(),
                      [](int64_t stride) { return stride % 2 == 0; });
}

/// `first`, or the last column from which on there are `count`.
Value EpilogueInput::clampColumn(Value first, int64_t count) {
  if (!lastColumn)
    return first;
  return LLVM::UMinOp::create(builder, first,
                              builder.constant(*lastColumn + 1 - count));
}

/// The elements of both columns of `chunk` in `row`. Where N is even, a pair
/// begins within the output or lies beyond it.
Value EpilogueInput::loadPair(Value row, int64_t chunk) {
  Type element = type.getElementType();
  Type pair = VectorType::get({2}, element);
  int64_t stride = getStride(map.getNumDims() - 1);
  Value first = builder.add(column, chunk * MmaFragment::kChunkColumns);
  if (!isOdd)
    first = clampColumn(first, 2);
  Value pointer = isOdd ? row : advance(builder, element, row, first, stride);
  unsigned bytes = lowp::storedBytes(1, element.getIntOrFloatBitWidth());
  if (loadsPairs())
    return LLVM::LoadOp::create(builder, pair, pointer, 2 * bytes);
  Value packed = LLVM::PoisonOp::create(builder, pair);
  for (int64_t place : {0, 1}) {
    Value offset = isOdd ? clampColumn(builder.add(first, place), 1)
                         : builder.constant(place);
    Value at = advance(builder, element, pointer, offset, stride);
    Value loaded = LLVM::LoadOp::create(builder, element, at, bytes);
    packed = LLVM::InsertElementOp::create(builder, packed, loaded,
                                           builder.constant(place));
  }
  return packed;
}

Value EpilogueInput::load(int64_t reg) {
  int64_t half = MmaFragment::rowHalf(reg), chunk = MmaFragment::chunk(reg);
  unsigned rowDim = map.getNumDims() - 2;
  bool hasRows = map.isFunctionOfDim(rowDim);
  if (!column) {
    Type element = type.getElementType();
    if (!cached[half])
      cached[half] = LLVM::LoadOp::create(
          builder, element, rows[half],
          lowp::storedBytes(1, element.getIntOrFloatBitWidth()));
    return cached[half];
  }
  if (chunk != cachedChunk)
    cached[0] = cached[1] = Value();
  cachedChunk = chunk;
  // Without rows both halves have the same columns.
  Value &pair = cached[hasRows ? half : 0];
  if (!pair)
    pair = loadPair(rows[half], chunk);
  return LLVM::ExtractElementOp::create(
      builder, pair, builder.constant(MmaFragment::columnInPair(reg)));
}
