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
#include "Patterns.h"
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

/// The parts of `value`.
SmallVector<Value> split(OpBuilder &builder, Location loc, Value value) {
  return llvm::to_vector_of<Value>(
      SplitScaledOp::create(builder, loc, value).getResults());
}

} // namespace

LogicalResult mlir::lowp::lowerBatchQuantize(QuantizeOp op,
                                             PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ScaledType type = op.getType();
  if (!type.isBatch())
    return failure();
  auto build = [&](OpBuilder &b, Location loc, Value index) {
    SmallVector<Value> scales;
    for (Value tensor : op.getScales())
      scales.push_back(buildSlice(b, loc, tensor, index));
    Value matrix = QuantizeOp::create(
        b, loc, type.getMatrixType(), buildSlice(b, loc, op.getInput(), index),
        buildSeed(b, loc, op.getSeed(), index),
        /*ends=*/Value(), scales, op.getNumerics());
    return split(b, loc, matrix);
  };
  auto getSize = [&](unsigned dim) {
    return tensor::getMixedSize(rewriter, loc, op.getInput(), dim);
  };
  rewriter.replaceOp(op, buildBatch(rewriter, loc, type, getSize, build));
  return success();
}

LogicalResult mlir::lowp::lowerBatchDequantize(DequantizeOp op,
                                               PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ScaledType batch = op.getInput().getType();
  if (!batch.isBatch())
    return failure();
  Type element = op.getType().getElementType();
  SmallVector<Value> parts = split(rewriter, loc, op.getInput());
  SmallVector<OpFoldResult> sizes;
  for (unsigned dim : {0, 1, 2})
    sizes.push_back(getScaledDim(rewriter, loc, op.getInput(), dim));
  Value init = tensor::EmptyOp::create(rewriter, loc, sizes, element);
  auto matrixType = RankedTensorType::get(batch.getMatrixShape(), element);
  auto build = [&](OpBuilder &b, Location loc, Value index) {
    Value matrix = buildMatrix(b, loc, batch, parts, index);
    return SmallVector<Value>{DequantizeOp::create(b, loc, matrixType, matrix)};
  };
  return replaceWithCasts(rewriter, op,
                          buildMatrixLoop(rewriter, loc, init, build));
}

LogicalResult mlir::lowp::lowerBatchRelayout(RelayoutOp op,
                                             PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  ScaledType batch = op.getInput().getType(), type = op.getType();
  if (!batch.isBatch())
    return failure();
  SmallVector<Value> parts = split(rewriter, loc, op.getInput());
  auto build = [&](OpBuilder &b, Location loc, Value index) {
    Value matrix = buildMatrix(b, loc, batch, parts, index);
    return split(b, loc,
                 RelayoutOp::create(b, loc, type.getMatrixType(), matrix));
  };
  auto getSize = [&](unsigned dim) {
    return getScaledDim(rewriter, loc, op.getInput(), dim);
  };
  rewriter.replaceOp(op, buildBatch(rewriter, loc, type, getSize, build));
  return success();
}

/// Data that stay what they are are not touched, nor are scales of whole
/// matrices.
LogicalResult mlir::lowp::lowerBatchWiden(WidenOp op,
                                          PatternRewriter &rewriter) {
  constexpr unsigned kDataPart = 0, kScalesPart = 1;
  Location loc = op.getLoc();
  ScaledType batch = op.getInput().getType(), type = op.getType();
  if (!batch.isBatch())
    return failure();
  SmallVector<Value> storage = split(rewriter, loc, op.getInput());
  SmallVector<unsigned> changed;
  SmallVector<Type, 3> from = batch.getStorageTypes(),
                       to = type.getStorageTypes();
  for (unsigned part : llvm::seq<unsigned>(to.size()))
    if (part == kScalesPart || from[part] != to[part] ||
        (part == kDataPart &&
         (op.getSpread() || batch.getDataLayout() != type.getDataLayout())))
      changed.push_back(part);
  auto select = [&](ArrayRef<Value> parts) {
    return llvm::map_to_vector(changed,
                               [&](unsigned part) { return parts[part]; });
  };
  auto build = [&](OpBuilder &b, Location loc, Value index) {
    Value matrix = buildMatrix(b, loc, batch, storage, index);
    return select(split(b, loc,
                        WidenOp::create(b, loc, type.getMatrixType(), matrix,
                                        op.getSpreadAttr())));
  };
  auto getSize = [&](unsigned dim) {
    return op.reifyScaledDim(rewriter, loc, dim);
  };
  // Factors of f32 have no scale of the whole matrix beside them.
  SmallVector<Value> parts(ArrayRef(storage).take_front(to.size()));
  SmallVector<Value> inits = select(buildStorage(rewriter, loc, type, getSize));
  for (auto [part, made] :
       llvm::zip_equal(changed, buildMatrixLoop(rewriter, loc, inits, build)))
    parts[part] = castTensor(rewriter, loc, made, to[part]);
  rewriter.replaceOpWithNewOp<MakeScaledOp>(op, type, parts);
  return success();
}
