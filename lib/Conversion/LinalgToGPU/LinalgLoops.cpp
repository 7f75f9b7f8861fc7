//===- LinalgLoops.cpp - Loops of a linalg op as GPU blocks ---------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgLoops.h"

#include "KernelLaunch.h"
#include "Reads.h"

#include "lowp/Support/ElementBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::lowp;

LinalgLoops LinalgLoops::get(OpBuilder &builder, Location loc,
                             linalg::LinalgOp op) {
  LinalgLoops space;
  for (Range range : op.createLoopRanges(builder, loc))
    space.extents.push_back(
        getValueOrCreateConstantIndexOp(builder, loc, range.size));
  space.begins.resize(space.extents.size());
  op.getParallelDims(space.parallel);
  op.getReductionDims(space.reduction);
  return space;
}

Value LinalgLoops::countPoints(OpBuilder &builder, Location loc,
                               ArrayRef<unsigned> positions) const {
  Value count;
  for (unsigned position : positions) {
    Value extent = extents[position];
    count = count ? arith::MulIOp::create(builder, loc, count, extent) : extent;
  }
  return count ? count : arith::ConstantIndexOp::create(builder, loc, 1);
}

void LinalgLoops::coarsen(OpBuilder &builder, Location loc, unsigned loop,
                          int64_t width) {
  if (width == 1)
    return;
  std::optional<int64_t> extent = getConstantIntValue(extents[loop]);
  extents[loop] = arith::ConstantIndexOp::create(builder, loc, *extent / width);
}

void LinalgLoops::takePart(OpBuilder &builder, Location loc, unsigned loop,
                           Value number, int64_t count) {
  Value most = arith::ConstantIndexOp::create(builder, loc, count);
  // Parts after the last point are empty.
  Value begin = arith::MinUIOp::create(
      builder, loc, arith::MulIOp::create(builder, loc, number, most),
      extents[loop]);
  Value rest = arith::SubIOp::create(builder, loc, extents[loop], begin);
  begins[loop] = begin;
  extents[loop] = arith::MinUIOp::create(builder, loc, most, rest);
}

// The slowest loop needs no remainder: `linear` lies in the space. Divisions by
// the static extents of the others become multiplications.
void LinalgLoops::delinearize(OpBuilder &builder, Location loc, Value linear,
                              ArrayRef<unsigned> positions,
                              MutableArrayRef<Value> ivs) const {
  auto set = [&](unsigned loop, Value point) {
    Value begin = begins.empty() ? Value() : begins[loop];
    ivs[loop] =
        begin ? arith::AddIOp::create(builder, loc, begin, point) : point;
  };
  while (positions.size() > 1) {
    Value extent = extents[positions.back()];
    set(positions.back(), arith::RemUIOp::create(builder, loc, linear, extent));
    linear = arith::DivUIOp::create(builder, loc, linear, extent);
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

/// Bytes of the widest element that `op` accesses along `loop`.
static int64_t getWidestElement(linalg::LinalgOp op, unsigned loop) {
  int64_t bytes = 1;
  auto widen = [&](Type type) {
    Type element = getElementTypeOrSelf(type);
    int64_t bits =
        element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
    bytes = std::max<int64_t>(bytes, bytesOfBits(bits));
  };
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.getMatchingIndexingMap(&init).isFunctionOfDim(loop))
      widen(init.get().getType());
  for (Read &read : getReads(op))
    if (read.contiguousLoops.test(loop))
      widen(read.elementType);
  return bytes;
}

int64_t mlir::lowp::getVectorWidth(linalg::LinalgOp op, unsigned loop) {
  int64_t width =
      std::max<int64_t>(kBufferAlignment / getWidestElement(op, loop), 1);
  int64_t extent = op.getStaticLoopRanges()[loop];
  return ShapedType::isDynamic(extent) || extent % width != 0 ? 1 : width;
}

SmallVector<Value> mlir::lowp::moveToElement(OpBuilder &builder, Location loc,
                                             ArrayRef<Value> ivs, unsigned loop,
                                             int64_t width, int64_t element) {
  SmallVector<Value> moved(ivs);
  if (width == 1)
    return moved;
  Value first = arith::MulIOp::create(
      builder, loc, ivs[loop],
      arith::ConstantIndexOp::create(builder, loc, width));
  moved[loop] = arith::AddIOp::create(
      builder, loc, first,
      arith::ConstantIndexOp::create(builder, loc, element));
  return moved;
}
