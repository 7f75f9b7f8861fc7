//===- LinalgLoops.cpp - Loops of a linalg op as GPU blocks ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgLoops.h"

#include "KernelLaunch.h"
#include "Reads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::lowp;

static Value createConstant(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

LinalgLoops LinalgLoops::get(ImplicitLocOpBuilder &b, linalg::LinalgOp op) {
  LinalgLoops space;
  for (Range range : op.createLoopRanges(b, b.getLoc()))
    space.extents.push_back(
        getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
  space.begins.resize(space.extents.size());
  op.getParallelDims(space.parallel);
  op.getReductionDims(space.reduction);
  return space;
}

Value LinalgLoops::countPoints(ImplicitLocOpBuilder &b,
                               ArrayRef<unsigned> positions) const {
  Value count;
  for (unsigned position : positions)
    count = count ? arith::MulIOp::create(b, count, extents[position])
                  : extents[position];
  return count ? count : createConstant(b, 1);
}

void LinalgLoops::coarsen(ImplicitLocOpBuilder &b, unsigned loop,
                          int64_t width) {
  if (width != 1)
    extents[loop] =
        createConstant(b, *getConstantIntValue(extents[loop]) / width);
}

void LinalgLoops::takePart(ImplicitLocOpBuilder &b, unsigned loop, Value number,
                           int64_t count) {
  Value most = createConstant(b, count);
  // Parts after the last point are empty.
  begins[loop] = arith::MinUIOp::create(
      b, arith::MulIOp::create(b, number, most), extents[loop]);
  Value rest = arith::SubIOp::create(b, extents[loop], begins[loop]);
  extents[loop] = arith::MinUIOp::create(b, most, rest);
}

// The slowest loop needs no remainder: `linear` lies in the space. Divisions by
// the static extents of the others become multiplications.
void LinalgLoops::delinearize(ImplicitLocOpBuilder &b, Value linear,
                              ArrayRef<unsigned> positions,
                              MutableArrayRef<Value> ivs) const {
  auto set = [&](unsigned loop, Value point) {
    Value begin = begins.empty() ? Value() : begins[loop];
    ivs[loop] = begin ? arith::AddIOp::create(b, begin, point) : point;
  };
  while (positions.size() > 1) {
    Value extent = extents[positions.back()];
    set(positions.back(), arith::RemUIOp::create(b, linear, extent));
    linear = arith::DivUIOp::create(b, linear, extent);
    positions = positions.drop_back();
  }
  if (!positions.empty())
    set(positions.front(), linear);
}

std::optional<int64_t>
mlir::lowp::countStaticPoints(linalg::LinalgOp op,
                              ArrayRef<unsigned> positions) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  std::optional<int64_t> count = 1;
  for (unsigned position : positions) {
    if (!count || ShapedType::isDynamic(ranges[position]))
      return std::nullopt;
    count = llvm::checkedMul(*count, ranges[position]);
  }
  return count;
}

int64_t mlir::lowp::getWidestElement(linalg::LinalgOp op, unsigned loop) {
  int64_t bytes = 0;
  auto widen = [&](Type type) {
    bytes = std::max(bytes, countElementBytes(type));
  };
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.getNumReductionLoops() == 0 &&
        op.getMatchingIndexingMap(&init).isFunctionOfDim(loop))
      widen(init.get().getType());
  for (Read &read : getReads(op))
    if (read.contiguousLoops.test(loop))
      widen(read.elementType);
  return bytes;
}

int64_t mlir::lowp::getVectorWidth(linalg::LinalgOp op, unsigned loop) {
  int64_t bytes = getWidestElement(op, loop);
  int64_t extent = op.getStaticLoopRanges()[loop];
  if (bytes == 0 || ShapedType::isDynamic(extent))
    return 1;
  int64_t width = std::max<int64_t>(kBufferAlignment / bytes, 1);
  while (extent % width != 0)
    width /= 2;
  return width;
}

SmallVector<Value> mlir::lowp::moveToElement(ImplicitLocOpBuilder &b,
                                             ArrayRef<Value> ivs, unsigned loop,
                                             int64_t width, int64_t element) {
  SmallVector<Value> moved(ivs);
  if (width == 1)
    return moved;
  Value first = arith::MulIOp::create(b, ivs[loop], createConstant(b, width));
  moved[loop] = arith::AddIOp::create(b, first, createConstant(b, element));
  return moved;
}
