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

static Value buildMagnitude(OpBuilder &builder, Location loc, Value matrix,
                            ValueRange position) {
  Value element = tensor::ExtractOp::create(builder, loc, matrix, position);
  return math::AbsFOp::create(
      builder, loc, castFloat(builder, loc, element, builder.getF32Type()));
}

/// One reduction: a parallel loop over the blocks around a loop over a block.
static Value reduceBlocks(OpBuilder &builder, Location loc, Value matrix,
                          const BlockGrid &grid) {
  BlockShape block = grid.getBlockShape();
  ArrayRef<OpFoldResult> sizes = grid.getSizes();
  SmallVector<OpFoldResult> extents;
  for (unsigned dim : {0, 1})
    extents.push_back(getLoopExtent(builder, block.extent(dim), sizes[dim]));
  // Never read: its shape gives the inner loops their bounds.
  Value blockLoops =
      tensor::EmptyOp::create(builder, loc, extents, builder.getF32Type());
  Value init = buildZeros(builder, loc, grid.getCounts(builder, loc),
                          builder.getF32Type());

  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    SmallVector<Value> position;
    Value isInside;
    for (unsigned dim : {0, 1}) {
      Value outer = linalg::IndexOp::create(b, loc, dim);
      Value inner = linalg::IndexOp::create(b, loc, dim + 2);
      if (grid.getGroupedDim() == dim)
        std::tie(position.emplace_back(), isInside) =
            grid.getGroups().getElement(b, loc, outer, inner);
      else
        position.push_back(getElementIndex(b, loc, block.extent(dim),
                                           sizes[dim], outer, inner));
    }
    Value magnitude = buildWhere(
        b, loc, isInside,
        [&](OpBuilder &b, Location loc) {
          return buildMagnitude(b, loc, matrix, position);
        },
        [](OpBuilder &b, Location loc) -> Value {
          return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(0.0));
        });
    return arith::MaximumFOp::create(b, loc, magnitude, args.back());
  };
  MLIRContext *context = builder.getContext();
  AffineMap inner = AffineMap::getMultiDimMapWithTargets(4, {2, 3}, context);
  AffineMap outer = AffineMap::getMultiDimMapWithTargets(4, {0, 1}, context);
  return buildGeneric(builder, loc, blockLoops, init, {inner, outer}, body);
}

Value mlir::lowp::buildBlockAmax(OpBuilder &builder, Location loc, Value matrix,
                                 const BlockGrid &grid) {
  constexpr int64_t whole = BlockShape::kWhole;
  if (grid.getBlockShape() != BlockShape{whole, whole})
    return reduceBlocks(builder, loc, matrix, grid);
  // One scale for everything would be one long serial loop: first the rows, in
  // parallel, then their maxima.
  BlockGrid rows = grid.withBlocks({1, whole}, /*dim=*/1, grid.getSizes());
  Value maxima = reduceBlocks(builder, loc, matrix, rows);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, maxima);
  return reduceBlocks(builder, loc, maxima,
                      grid.withBlocks({whole, 1}, /*dim=*/0, sizes));
}
