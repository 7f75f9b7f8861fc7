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

/// Gives a size of a batch, by its dimension.
using SizeGetter = function_ref<OpFoldResult(unsigned)>;

/// The seed of matrix `index`: that of the batch plus the index, so that no two
/// matrices have the same random words.
Value buildSeed(OpBuilder &builder, Location loc, Value seed, Value index) {
  if (!seed)
    return {};
  Value number =
      arith::IndexCastOp::create(builder, loc, seed.getType(), index);
  return arith::AddIOp::create(builder, loc, seed, number);
}

/// Empty tensors for the storage of a batch of `type`; `getSize` gives the
/// sizes of the batch: how many matrices, their rows and columns.
SmallVector<Value> buildStorage(OpBuilder &builder, Location loc,
                                ScaledType type, SizeGetter getSize) {
  SmallVector<Value> storage;
  for (auto [number, part] : llvm::enumerate(type.getStorageTypes())) {
    auto tensor = cast<RankedTensorType>(part);
    SmallVector<OpFoldResult> sizes;
    for (unsigned dim : llvm::seq<unsigned>(tensor.getRank()))
      sizes.push_back(
          reifyStoredSize(builder, loc, type, number, dim, getSize));
    storage.push_back(
        tensor::EmptyOp::create(builder, loc, sizes, tensor.getElementType()));
  }
  return storage;
}

/// Makes a batch of `type` and of sizes `getSize` of what `build` gives for
/// each of its matrices.
Value buildBatch(OpBuilder &builder, Location loc, ScaledType type,
                 SizeGetter getSize, MatrixBuilder build) {
  SmallVector<Value> parts = buildMatrixLoop(
      builder, loc, buildStorage(builder, loc, type, getSize), build);
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
                             /*ends=*/Value(), scales, op.getNumerics());
      auto split = SplitScaledOp::create(b, loc, matrix);
      return llvm::to_vector_of<Value>(split.getResults());
    };
    auto getSize = [&](unsigned dim) {
      return tensor::getMixedSize(rewriter, loc, op.getInput(), dim);
    };
    rewriter.replaceOp(op, buildBatch(rewriter, loc, type, getSize, build));
    return success();
  }
};

/// A pattern on an op whose input is a batch.
template <typename OpT>
struct BatchPattern : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const final {
    if (!op.getInput().getType().isBatch())
      return failure();
    auto split = SplitScaledOp::create(rewriter, op.getLoc(), op.getInput());
    rewrite(op, split.getResults(), rewriter);
    return success();
  }

  /// Replaces `op`, whose input has the storage `parts`.
  virtual void rewrite(OpT op, ValueRange parts,
                       PatternRewriter &rewriter) const = 0;
};

struct DequantizeBatchToLoop : BatchPattern<DequantizeOp> {
  using BatchPattern::BatchPattern;

  void rewrite(DequantizeOp op, ValueRange parts,
               PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType batch = op.getInput().getType();
    RankedTensorType type = op.getType();
    SmallVector<OpFoldResult> sizes;
    for (unsigned dim : {0, 1, 2})
      sizes.push_back(getScaledDim(rewriter, loc, op.getInput(), dim));
    Value init =
        tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
    auto matrixType =
        RankedTensorType::get(batch.getMatrixShape(), type.getElementType());
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      Value matrix = buildMatrix(b, loc, batch, parts, index);
      return SmallVector<Value>{
          DequantizeOp::create(b, loc, matrixType, matrix)};
    };
    Value values = buildMatrixLoop(rewriter, loc, init, build).front();
    rewriter.replaceOp(op, castTensor(rewriter, loc, values, type));
  }
};

struct RelayoutBatchToLoop : BatchPattern<RelayoutOp> {
  using BatchPattern::BatchPattern;

  void rewrite(RelayoutOp op, ValueRange parts,
               PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType batch = op.getInput().getType(), type = op.getType();
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      Value matrix = buildMatrix(b, loc, batch, parts, index);
      Value copy = RelayoutOp::create(b, loc, type.getMatrixType(), matrix);
      auto split = SplitScaledOp::create(b, loc, copy);
      return llvm::to_vector_of<Value>(split.getResults());
    };
    auto getSize = [&](unsigned dim) {
      return getScaledDim(rewriter, loc, op.getInput(), dim);
    };
    rewriter.replaceOp(op, buildBatch(rewriter, loc, type, getSize, build));
  }
};

/// Matrices are widened one by one. Data that stay what they are are not
/// touched, nor are scales of whole matrices.
struct WidenBatchToLoop : BatchPattern<WidenOp> {
  using BatchPattern::BatchPattern;

  void rewrite(WidenOp op, ValueRange storage,
               PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ScaledType batch = op.getInput().getType(), type = op.getType();
    SmallVector<unsigned> changed;
    SmallVector<Type, 3> from = batch.getStorageTypes(),
                         to = type.getStorageTypes();
    for (unsigned part : llvm::seq<unsigned>(to.size()))
      if (part == kScalesPart || from[part] != to[part] ||
          (part == 0 &&
           (op.getSpread() || batch.getDataLayout() != type.getDataLayout())))
        changed.push_back(part);
    auto select = [&](ValueRange parts) {
      return llvm::map_to_vector(
          changed, [&](unsigned part) -> Value { return parts[part]; });
    };
    auto build = [&](OpBuilder &b, Location loc, Value index) {
      Value matrix = buildMatrix(b, loc, batch, storage, index);
      Value fine = WidenOp::create(b, loc, type.getMatrixType(), matrix,
                                   op.getSpreadAttr());
      return select(SplitScaledOp::create(b, loc, fine).getResults());
    };
    auto getSize = [&](unsigned dim) {
      return op.reifyScaledDim(rewriter, loc, dim);
    };
    // Factors of f32 have no scale of the whole matrix beside them.
    SmallVector<Value> parts(storage.take_front(to.size()));
    SmallVector<Value> inits =
        select(buildStorage(rewriter, loc, type, getSize));
    for (auto [part, made] :
         llvm::zip_equal(changed, buildMatrixLoop(rewriter, loc, inits, build)))
      parts[part] = castTensor(rewriter, loc, made, to[part]);
    rewriter.replaceOpWithNewOp<MakeScaledOp>(op, type, parts);
  }

private:
  static constexpr unsigned kScalesPart = 1;
};

} // namespace

void mlir::lowp::populateBatchPatterns(RewritePatternSet &patterns) {
  patterns.add<QuantizeBatchToLoop, DequantizeBatchToLoop, RelayoutBatchToLoop,
               WidenBatchToLoop>(patterns.getContext());
}
