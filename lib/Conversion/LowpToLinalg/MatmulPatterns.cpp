//===- MatmulPatterns.cpp - scaled_matmul and gemm ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference product: both operands as exact f64 values, a sum in f64, one
// rounding to the type of the result.
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilders.h"
#include "Patterns.h"
#include "ScaledParts.h"
#include "lowp/Dialect/Lowp/IR/GemmEpilogue.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// sum over k of lhs(m, k) * rhs(n, k), for f64 tensors. Where one of them is a
/// batch, or both are, there is a product per matrix.
Value buildProduct(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  bool isLhsBatch = cast<RankedTensorType>(lhs.getType()).getRank() == 3;
  bool isRhsBatch = cast<RankedTensorType>(rhs.getType()).getRank() == 3;
  unsigned batches = isLhsBatch || isRhsBatch ? 1 : 0;
  SmallVector<OpFoldResult> sizes{
      tensor::getMixedSize(builder, loc, lhs, isLhsBatch),
      tensor::getMixedSize(builder, loc, rhs, isRhsBatch)};
  if (batches)
    sizes.insert(sizes.begin(),
                 tensor::getMixedSize(builder, loc, isLhsBatch ? lhs : rhs, 0));
  Value init = buildZeros(builder, loc, sizes, builder.getF64Type());
  auto body = [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    Value product = arith::MulFOp::create(b, args[0], args[1]);
    return arith::AddFOp::create(b, args[2], product);
  };
  // The loops are (b,) m, n, k.
  unsigned m = batches, n = m + 1, k = n + 1;
  auto operandMap = [&](bool isBatch, ArrayRef<unsigned> loops) {
    SmallVector<unsigned> targets(isBatch ? 1 : 0, 0);
    llvm::append_range(targets, loops);
    return AffineMap::getMultiDimMapWithTargets(k + 1, targets,
                                                builder.getContext());
  };
  return buildGeneric(builder, loc, {lhs, rhs}, init,
                      {operandMap(isLhsBatch, {m, k}),
                       operandMap(isRhsBatch, {n, k}),
                       operandMap(batches, {m, n})},
                      body);
}

/// What the epilogue of `op` makes of its sums, which `map` indexes by (batch,)
/// m and n: a tensor for each destination.
static SmallVector<Value> buildEpilogue(OpBuilder &builder, GemmOp op,
                                        Value sums, AffineMap map) {
  Location loc = op.getLoc();
  SmallVector<Value> inputs{sums};
  llvm::append_range(inputs, op.getInputs());
  SmallVector<AffineMap> maps{map};
  llvm::append_range(maps, op.getEpilogueMaps());
  maps.append(op.getInits().size(), map);
  SmallVector<utils::IteratorType> loops(map.getNumDims(),
                                         utils::IteratorType::parallel);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, sums);
  auto empties = llvm::map_to_vector(op.getInits(), [&](Value init) -> Value {
    return tensor::EmptyOp::create(builder, loc, sizes,
                                   getElementTypeOrSelf(init.getType()));
  });
  auto body = [&](OpBuilder &body, Location loc, ValueRange elements) {
    linalg::YieldOp::create(body, loc,
                            cloneEpilogue(body, op.getEpilogueBody(),
                                          elements.take_front(inputs.size())));
  };
  auto generic =
      linalg::GenericOp::create(builder, loc, ValueRange(empties).getTypes(),
                                inputs, empties, maps, loops, body);
  return llvm::to_vector_of<Value>(generic.getResults());
}

/// A destination whose batch has several dimensions, as batch x m x n: loops of
/// linalg have whole dimensions.
class JoinedBatch {
public:
  explicit JoinedBatch(GemmOp op) : map(op.getDestinationMap()) {
    rowDim = *map.getResultPosition(
        getAffineDimExpr(map.getNumDims() - 2, op.getContext()));
    for (int64_t dim = 0; dim < map.getNumResults(); ++dim)
      if (dim != rowDim)
        order.push_back(dim);
    order.insert(order.end() - 1, rowDim);
    groups = {{},
              {static_cast<int64_t>(order.size()) - 2},
              {static_cast<int64_t>(order.size()) - 1}};
    llvm::append_range(groups.front(), llvm::seq<int64_t>(0, order.size() - 2));
  }

  bool isNeeded() const { return map.getNumResults() > map.getNumDims(); }

  Value join(OpBuilder &builder, Value destination) const {
    Value moved = transpose(builder, destination, order);
    return tensor::CollapseShapeOp::create(builder, moved.getLoc(), moved,
                                           groups);
  }

  /// The reverse, for a tensor of the sizes of `destination`.
  Value split(OpBuilder &builder, Value joined, Value destination) const {
    Location loc = joined.getLoc();
    auto sizes = applyPermutation(
        tensor::getMixedSizes(builder, loc, destination), order);
    auto type = cast<RankedTensorType>(destination.getType());
    Value split = tensor::ExpandShapeOp::create(
        builder, loc,
        RankedTensorType::get(applyPermutation(type.getShape(), order),
                              getElementTypeOrSelf(joined.getType())),
        joined, groups, sizes);
    return transpose(builder, split, invertPermutationVector(order));
  }

private:
  static Value transpose(OpBuilder &builder, Value tensor,
                         ArrayRef<int64_t> order) {
    Location loc = tensor.getLoc();
    auto sizes =
        applyPermutation(tensor::getMixedSizes(builder, loc, tensor), order);
    Value init = tensor::EmptyOp::create(
        builder, loc, sizes, getElementTypeOrSelf(tensor.getType()));
    return linalg::TransposeOp::create(builder, loc, tensor, init, order)
        .getResult()[0];
  }

  AffineMap map;
  int64_t rowDim;
  /// The dimensions of the destination in the order batch, m, n.
  SmallVector<int64_t> order;
  SmallVector<ReassociationIndices> groups;
};

/// An operand's `element` as a gemm without scales multiplies it, in f32.
Value buildFactor(OpBuilder &builder, Location loc, Value element) {
  Type f32 = builder.getF32Type();
  if (element.getType() == f32)
    element = castFloat(builder, loc, element,
                        FloatTF32Type::get(builder.getContext()));
  return castFloat(builder, loc, element, f32);
}

/// `tensor` with elements of another type.
static Value castTensorElements(OpBuilder &builder, Location loc, Value tensor,
                                Type element) {
  if (getElementTypeOrSelf(tensor) == element)
    return tensor;
  return mapElements(builder, loc, tensor, element,
                     [&](ImplicitLocOpBuilder &b, ValueRange args) {
                       return castFloat(b, loc, args[0], element);
                     });
}

/// The products of `op` in the order of `destination`, which `map` indexes by
/// (batch,) m and n.
static Value buildSum(OpBuilder &builder, GemmOp op, Value destination,
                      AffineMap map) {
  Location loc = op.getLoc();
  FloatType f32 = builder.getF32Type();
  Value init =
      op.getAccumulate()
          ? castTensorElements(builder, loc, destination, f32)
          : buildZeros(builder, loc,
                       tensor::getMixedSizes(builder, loc, destination), f32);
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
    Value product = arith::MulFOp::create(b, loc, buildFactor(b, loc, args[0]),
                                          buildFactor(b, loc, args[1]));
    return arith::AddFOp::create(b, loc, args[2], product);
  };
  SmallVector<AffineMap> maps = op.getMaps();
  unsigned dims = maps.front().getNumDims();
  maps.back() = AffineMap::get(dims, 0, map.getResults(), op.getContext());
  return buildGeneric(builder, loc, {op.getLhsData(), op.getRhsData()}, init,
                      maps, body);
}

} // namespace

LogicalResult mlir::lowp::lowerScaledMatmul(ScaledMatmulOp op,
                                            PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  Value sum =
      buildProduct(rewriter, loc, buildExactValues(rewriter, loc, op.getLhs()),
                   buildExactValues(rewriter, loc, op.getRhs()));
  return replaceWithCasts(rewriter, op,
                          buildRounded(rewriter, loc, sum, op.getAccumulator(),
                                       op.getType().getElementType()));
}

/// A formed kernel of scaled operands means the matmul that it was formed from.
static LogicalResult unformScaled(GemmOp op, PatternRewriter &rewriter) {
  auto [lhs, rhs] = makeOperands(rewriter, op);
  auto type = cast<RankedTensorType>(op.getInit().getType());
  if (op.hasEpilogue())
    type = type.clone(rewriter.getF32Type());
  Value product = ScaledMatmulOp::create(
      rewriter, op.getLoc(), type, lhs, rhs,
      op.getAccumulate() ? op.getInit() : Value(), op.getFastAccumulation());
  if (!op.hasEpilogue()) {
    rewriter.replaceOp(op, product);
    return success();
  }
  return replaceWithCasts(
      rewriter, op,
      buildEpilogue(rewriter, op, product, op.getDestinationMap()));
}

/// A gemm without scales: the contraction in f32, rounded once.
static LogicalResult lowerUnscaled(GemmOp op, PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  JoinedBatch batch(op);
  Value destination = op.getInit();
  AffineMap map = op.getDestinationMap();
  if (batch.isNeeded()) {
    destination = batch.join(rewriter, destination);
    map = rewriter.getMultiDimIdentityMap(map.getNumDims());
  }
  Value sum = buildSum(rewriter, op, destination, map);
  SmallVector<Value> results =
      op.hasEpilogue() ? buildEpilogue(rewriter, op, sum, map)
                       : SmallVector<Value>{castTensorElements(
                             rewriter, loc, sum,
                             getElementTypeOrSelf(op.getInit().getType()))};
  if (batch.isNeeded())
    for (auto [result, init] : llvm::zip_equal(results, op.getInits()))
      result = batch.split(rewriter, result, init);
  return replaceWithCasts(rewriter, op, results);
}

LogicalResult mlir::lowp::lowerGemm(GemmOp op, PatternRewriter &rewriter) {
  if (op->getNumResults() == 0)
    return op.emitOpError("expected tensors, got buffers; convert formed "
                          "kernels before bufferization");
  if (op.getGroups())
    return unformGrouped(op, rewriter);
  return op.isScaled() ? unformScaled(op, rewriter)
                       : lowerUnscaled(op, rewriter);
}

/// Without TMA no row needs an alignment.
LogicalResult mlir::lowp::lowerAlignedEmpty(AlignedEmptyOp op,
                                            PatternRewriter &rewriter) {
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(),
                                               op.getDynamicSizes());
  return success();
}
