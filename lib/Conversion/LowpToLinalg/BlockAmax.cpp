//===- BlockAmax.cpp - The largest magnitude of each block ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockAmax.h"

#include "LinalgBuilders.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::lowp;
using ::lowp::BlockShape;

static Value buildIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// ceil(size / extent).
static OpFoldResult divideUp(OpBuilder &builder, Location loc,
                             OpFoldResult size, int64_t extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return builder.getIndexAttr((*constant + extent - 1) / extent);
  if (extent == 1)
    return size;
  Value raised = arith::AddIOp::create(builder, loc, cast<Value>(size),
                                       buildIndex(builder, loc, extent - 1));
  return arith::DivUIOp::create(builder, loc, raised,
                                buildIndex(builder, loc, extent))
      .getResult();
}

SmallVector<OpFoldResult>
mlir::lowp::getBlockCounts(OpBuilder &builder, Location loc, BlockShape block,
                           ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> counts;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (block.extent(dim) == BlockShape::kWhole)
      counts.push_back(builder.getIndexAttr(1));
    else
      counts.push_back(divideUp(builder, loc, size, block.extent(dim)));
  }
  return counts;
}

Value mlir::lowp::getBlockIndex(OpBuilder &builder, Location loc,
                                BlockShape block, unsigned dim, Value index) {
  int64_t extent = block.extent(dim);
  if (extent == BlockShape::kWhole)
    return buildIndex(builder, loc, 0);
  if (extent == 1)
    return index;
  return arith::DivUIOp::create(builder, loc, index,
                                buildIndex(builder, loc, extent));
}

/// How many elements of a dimension the loop over one block visits.
static OpFoldResult getLoopExtent(OpBuilder &builder, int64_t extent,
                                  OpFoldResult size) {
  if (extent == BlockShape::kWhole)
    return size;
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    extent = std::min(extent, std::max<int64_t>(*constant, 1));
  return builder.getIndexAttr(extent);
}

static bool isRagged(int64_t extent, OpFoldResult size) {
  std::optional<int64_t> constant = getConstantIntValue(size);
  return !constant || *constant % extent != 0;
}

/// The index of element `inner` of block `outer`. Beyond the end of a ragged
/// block it is the last element again: that leaves a maximum as it is.
static Value getElementIndex(OpBuilder &builder, Location loc, int64_t extent,
                             OpFoldResult size, Value outer, Value inner) {
  if (extent == BlockShape::kWhole)
    return inner;
  if (extent == 1)
    return outer;
  Value first = arith::MulIOp::create(builder, loc, outer,
                                      buildIndex(builder, loc, extent));
  Value index = arith::AddIOp::create(builder, loc, first, inner);
  if (!isRagged(extent, size))
    return index;
  Value last = arith::SubIOp::create(
      builder, loc, getValueOrCreateConstantIndexOp(builder, loc, size),
      buildIndex(builder, loc, 1));
  return arith::MinSIOp::create(builder, loc, index, last);
}

static Value buildMagnitude(OpBuilder &builder, Location loc, Value element) {
  return math::AbsFOp::create(
      builder, loc, castFloat(builder, loc, element, builder.getF32Type()));
}

/// One reduction: a parallel loop over the blocks around a loop over a block.
static Value reduceBlocks(OpBuilder &builder, Location loc, Value matrix,
                          BlockShape block) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, matrix);
  SmallVector<OpFoldResult> extents;
  for (unsigned dim : {0, 1})
    extents.push_back(getLoopExtent(builder, block.extent(dim), sizes[dim]));
  // Never read: its shape gives the inner loops their bounds.
  Value blockLoops =
      tensor::EmptyOp::create(builder, loc, extents, builder.getF32Type());
  Value init =
      buildFilled(builder, loc, getBlockCounts(builder, loc, block, sizes),
                  builder.getF32Type(), 0.0);

  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    SmallVector<Value> position;
    for (unsigned dim : {0, 1})
      position.push_back(
          getElementIndex(b, loc, block.extent(dim), sizes[dim],
                          linalg::IndexOp::create(b, loc, dim),
                          linalg::IndexOp::create(b, loc, dim + 2)));
    Value element = tensor::ExtractOp::create(b, loc, matrix, position);
    Value amax = arith::MaximumFOp::create(
        b, loc, buildMagnitude(b, loc, element), args.back());
    linalg::YieldOp::create(b, loc, amax);
  };
  MLIRContext *context = builder.getContext();
  AffineMap inner = AffineMap::getMultiDimMapWithTargets(4, {2, 3}, context);
  AffineMap outer = AffineMap::getMultiDimMapWithTargets(4, {0, 1}, context);
  using utils::IteratorType;
  return linalg::GenericOp::create(
             builder, loc, init.getType(), blockLoops, init,
             ArrayRef<AffineMap>{inner, outer},
             ArrayRef<IteratorType>{
                 IteratorType::parallel, IteratorType::parallel,
                 IteratorType::reduction, IteratorType::reduction},
             body)
      .getResult(0);
}

Value mlir::lowp::buildBlockAmax(OpBuilder &builder, Location loc, Value matrix,
                                 BlockShape block) {
  // One scale for everything would be one long serial loop: first the rows, in
  // parallel, then their maxima.
  if (block == BlockShape{BlockShape::kWhole, BlockShape::kWhole}) {
    matrix = reduceBlocks(builder, loc, matrix, {1, BlockShape::kWhole});
    block = {BlockShape::kWhole, 1};
  }
  return reduceBlocks(builder, loc, matrix, block);
}
