//===- FusionOutputs.cpp - Destinations of a fusion -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionOutputs.h"

#include "lowp/Dialect/Lowp/IR/GivenScales.h"
#include "lowp/Fusion/FusedKinds.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::lowp;

Value mlir::lowp::buildOutput(OpBuilder &builder, Location loc,
                              RankedTensorType type,
                              ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> open;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      open.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  return tensor::EmptyOp::create(builder, loc, type, open);
}

/// The dynamic size along dimension `dim` of `space`, of `inputs`; or as the
/// number that an empty tensor is made with.
static OpFoldResult getSizeByInputs(OpBuilder &builder, Location loc,
                                    const IterationSpace &space, int dim,
                                    ValueRange inputs) {
  for (Value input : inputs) {
    SmallVector<SpaceDims> places = space.dims.lookup(input);
    const auto *place = llvm::find(places, SpaceDims{dim});
    if (place != places.end())
      return tensor::getMixedSize(builder, loc, input, place - places.begin());
  }
  return space.findSizeOfEmpty(dim);
}

SmallVector<OpFoldResult>
mlir::lowp::getSizesByInputs(OpBuilder &builder, Value value,
                             const IterationSpace &space, ValueRange inputs) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  SmallVector<SpaceDims> dims = space.dims.lookup(value);
  for (auto [place, size] : llvm::enumerate(sizes)) {
    if (!ShapedType::isDynamic(*getConstantIntValue(size)))
      continue;
    // Several dimensions have known sizes.
    int64_t known = space.getSize(value, place);
    size = ShapedType::isDynamic(known)
               ? getSizeByInputs(builder, value.getLoc(), space,
                                 dims[place].front(), inputs)
               : builder.getIndexAttr(known);
  }
  return sizes;
}

Value mlir::lowp::buildPartOutput(OpBuilder &builder, Location loc,
                                  ScaledType type, unsigned number,
                                  ArrayRef<OpFoldResult> sizes) {
  auto part = cast<RankedTensorType>(type.getStorageTypes()[number]);
  auto getSize = [&](unsigned dim) { return sizes[dim]; };
  SmallVector<OpFoldResult> stored;
  for (int64_t dim = 0; dim < part.getRank(); ++dim)
    stored.push_back(reifyStoredSize(builder, loc, type, number, dim, getSize));
  return buildOutput(builder, loc, part, stored);
}

/// The numbers of blocks of a matrix, after the sizes of a batch.
static SmallVector<OpFoldResult> countBlocks(OpBuilder &builder, Location loc,
                                             ArrayRef<OpFoldResult> sizes,
                                             BlockShape block) {
  SmallVector<OpFoldResult> counts(sizes.drop_back(2));
  for (auto [dim, size] : llvm::enumerate(sizes.take_back(2)))
    counts.push_back(reifyBlockCount(builder, loc, size, block.extent(dim)));
  return counts;
}

Value mlir::lowp::buildAmaxOutput(OpBuilder &builder, AmaxOp op,
                                  ArrayRef<OpFoldResult> sizes) {
  return buildOutput(
      builder, op.getLoc(), op.getType(),
      countBlocks(builder, op.getLoc(), sizes, op.getBlockShape()));
}

void mlir::lowp::checkGivenScales(OpBuilder &builder, QuantizeOp op,
                                  ArrayRef<Operation *> ops,
                                  ArrayRef<OpFoldResult> sizes) {
  llvm::SmallSetVector<Value, 2> read;
  for (Value scales : op.getScales().take_front(2)) {
    auto made = scales.getDefiningOp<ComputeScaleOp>();
    bool isMadeHere = made && llvm::is_contained(ops, made);
    read.insert(isMadeHere ? made.getAmax() : scales);
  }
  for (Value scales : read)
    if (!llvm::is_contained(ops, scales.getDefiningOp()))
      buildCheckOfGivenScales(
          builder, op.getLoc(), scales,
          countBlocks(builder, op.getLoc(), sizes,
                      op.getType().getRecipe().getBlockShape()));
}
