//===- FusionOutputs.cpp - Destinations of a fusion -----------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionOutputs.h"

#include "lowp/Dialect/Lowp/IR/GivenScales.h"
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

void mlir::lowp::addQuantizeOutputs(OpBuilder &builder, QuantizeOp op,
                                    ArrayRef<OpFoldResult> sizes,
                                    SmallVectorImpl<Value> &outputs) {
  ScaledType type = op.getType();
  auto getSize = [&](unsigned dim) { return sizes[dim]; };
  for (auto [number, part] : llvm::enumerate(type.getStorageTypes())) {
    auto tensor = cast<RankedTensorType>(part);
    SmallVector<OpFoldResult> stored;
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      stored.push_back(
          reifyStoredSize(builder, op.getLoc(), type, number, dim, getSize));
    outputs.push_back(buildOutput(builder, op.getLoc(), tensor, stored));
  }
}

/// The numbers of blocks of a matrix, behind the sizes of a batch.
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
  for (Value scales : op.getScales()) {
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
