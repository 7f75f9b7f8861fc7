//===- BatchPatterns.cpp - quantize, dequantize and relayout of batches ---===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch is treated matrix by matrix: the same op on each, in a loop.
//
//===----------------------------------------------------------------------===//

#include "Batches.h"
#include "LinalgBuilders.h"
#include "PopulatePatterns.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// The seed of matrix `index`: that of the batch plus the index, so that no two
/// matrices have the same random words.
Value buildSeed(OpBuilder &builder, Location loc, Value seed, Value index) {
  if (!seed)
    return {};
  Value number =
      arith::IndexCastOp::create(builder, loc, seed.getType(), index);
  return arith::AddIOp::create(builder, loc, seed, number);
}

/// Empty tensors for the storage of `count` matrices of known sizes.
SmallVector<Value> buildStorage(OpBuilder &builder, Location loc,
                                ScaledType type, OpFoldResult count) {
  SmallVector<Value> storage;
  for (Type part : type.getStorageTypes()) {
    auto tensor = cast<RankedTensorType>(part);
    SmallVector<OpFoldResult> sizes = {count};
    for (int64_t size : tensor.getShape().drop_front())
      sizes.push_back(builder.getIndexAttr(size));
    storage.push_back(
        tensor::EmptyOp::create(builder, loc, sizes, tensor.getElementType()));
  }
  return storage;
}

/// Makes a batch of `type` of what `build` gives for each of `count` matrices.
Value buildBatch(OpBuilder &builder, Location loc, ScaledType type,
                 OpFoldResult count, MatrixBuilder build) {
  SmallVector<Value> parts = buildMatrixLoop(
      builder, loc, buildStorage(builder, loc, type, count), build);
  for (auto [part, declared] : llvm::zip_equal(parts, type.getStorageTypes()))
    part = castTensor(builder, loc, part, declared);
  return MakeScaledOp::create(builder, loc, type, ValueRange(parts));
}

struct QuantizeBatchToLoop : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(QuantizeOp op,
                                PatternRewriter &rewriter) const override {
    ScaledType type = op.getType();
    if (!type.isBatch())
      return failure();
    Location loc = op.getLoc();
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      SmallVector<Value> scales;
      for (Value tensor : op.getScales())
        scales.push_back(buildSlice(b, loc, tensor, index));
      Value matrix =
          QuantizeOp::create(b, loc, type.getMatrixType(),
                             buildSlice(b, loc, op.getInput(), index),
                             buildSeed(b, loc, op.getSeed(), index),
                             /*offsets=*/Value(), scales, op.getNumerics());
      auto split = SplitScaledOp::create(b, loc, matrix);
      return llvm::to_vector_of<Value>(split.getResults());
    };
    OpFoldResult count = tensor::getMixedSize(rewriter, loc, op.getInput(), 0);
    rewriter.replaceOp(op, buildBatch(rewriter, loc, type, count, build));
    return success();
  }
};

struct DequantizeBatchToLoop : OpRewritePattern<DequantizeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DequantizeOp op,
                                PatternRewriter &rewriter) const override {
    ScaledType batch = op.getInput().getType();
    if (!batch.isBatch())
      return failure();
    Location loc = op.getLoc();
    RankedTensorType type = op.getType();
    auto split = SplitScaledOp::create(rewriter, loc, op.getInput());
    SmallVector<OpFoldResult> sizes;
    for (unsigned dim : {0, 1, 2})
      sizes.push_back(getScaledDim(rewriter, loc, op.getInput(), dim));
    Value init =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    auto matrixType =
        RankedTensorType::get(batch.getMatrixShape(), type.getElementType());
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      Value matrix = buildMatrix(b, loc, batch, split.getResults(), index);
      return SmallVector<Value>{
          DequantizeOp::create(b, loc, matrixType, matrix)};
    };
    Value values = buildMatrixLoop(rewriter, loc, init, build).front();
    rewriter.replaceOp(op, castTensor(rewriter, loc, values, type));
    return success();
  }
};

struct RelayoutBatchToLoop : OpRewritePattern<RelayoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RelayoutOp op,
                                PatternRewriter &rewriter) const override {
    ScaledType batch = op.getInput().getType(), type = op.getType();
    if (!type.isBatch())
      return failure();
    Location loc = op.getLoc();
    auto split = SplitScaledOp::create(rewriter, loc, op.getInput());
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      Value matrix = buildMatrix(b, loc, batch, split.getResults(), index);
      Value copy = RelayoutOp::create(b, loc, type.getMatrixType(), matrix);
      auto parts = SplitScaledOp::create(b, loc, copy);
      return llvm::to_vector_of<Value>(parts.getResults());
    };
    OpFoldResult count =
        tensor::getMixedSize(rewriter, loc, split.getData(), 0);
    rewriter.replaceOp(op, buildBatch(rewriter, loc, type, count, build));
    return success();
  }
};

} // namespace

void mlir::lowp::populateBatchPatterns(RewritePatternSet &patterns) {
  patterns.add<QuantizeBatchToLoop, DequantizeBatchToLoop, RelayoutBatchToLoop>(
      patterns.getContext());
}
