//===- IterationSpace.cpp - Loops of a linalg op as GPU blocks ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IterationSpace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::lowp;

IterationSpace IterationSpace::get(OpBuilder &builder, Location loc,
                                   linalg::LinalgOp op) {
  IterationSpace space;
  for (Range range : op.createLoopRanges(builder, loc))
    space.extents.push_back(
        getValueOrCreateConstantIndexOp(builder, loc, range.size));
  op.getParallelDims(space.parallel);
  op.getReductionDims(space.reduction);
  return space;
}

Value IterationSpace::countPoints(OpBuilder &builder, Location loc,
                                  ArrayRef<unsigned> positions) const {
  Value count;
  for (unsigned position : positions) {
    Value extent = extents[position];
    count = count ? arith::MulIOp::create(builder, loc, count, extent) : extent;
  }
  return count ? count : arith::ConstantIndexOp::create(builder, loc, 1);
}

// The slowest loop needs no remainder: `linear` lies in the space. Divisions by
// the static extents of the others become multiplications.
void IterationSpace::delinearize(OpBuilder &builder, Location loc, Value linear,
                                 ArrayRef<unsigned> positions,
                                 MutableArrayRef<Value> ivs) const {
  while (positions.size() > 1) {
    Value extent = extents[positions.back()];
    ivs[positions.back()] =
        arith::RemUIOp::create(builder, loc, linear, extent);
    linear = arith::DivUIOp::create(builder, loc, linear, extent);
    positions = positions.drop_back();
  }
  if (!positions.empty())
    ivs[positions.front()] = linear;
}

std::optional<int64_t>
mlir::lowp::countStaticPoints(linalg::LinalgOp op,
                              ArrayRef<unsigned> positions) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t count = 1;
  for (unsigned position : positions) {
    if (ShapedType::isDynamic(ranges[position]))
      return std::nullopt;
    count *= ranges[position];
  }
  return count;
}
