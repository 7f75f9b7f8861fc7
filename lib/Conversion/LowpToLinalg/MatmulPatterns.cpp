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
#include "PopulatePatterns.h"
#include "ScaledParts.h"
#include "lowp/Conversion/LowpToLinalg/LowpToLinalg.h"
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

struct ScaledMatmulToLinalg : OpRewritePattern<ScaledMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScaledMatmulOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Value sum = buildProduct(rewriter, loc,
                             buildExactValues(rewriter, loc, op.getLhs()),
                             buildExactValues(rewriter, loc, op.getRhs()));
    Value result = buildRounded(rewriter, loc, sum, op.getAccumulator(),
                                type.getElementType());
    // The result may be declared more or less static than its operands are.
    rewriter.replaceOp(op, castTensor(rewriter, loc, result, type));
    return success();
  }
};

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

/// `results` as the types of `op`'s, which may know more or fewer sizes than
/// the first destination.
static SmallVector<Value> castResults(OpBuilder &builder, GemmOp op,
                                      ArrayRef<Value> results) {
  return llvm::map_to_vector(llvm::zip_equal(results, op->getResultTypes()),
                             [&](auto pair) -> Value {
                               auto [result, type] = pair;
                               return castTensor(builder, op.getLoc(), result,
                                                 cast<RankedTensorType>(type));
                             });
}

/// Whether `op` is on buffers, whose kernels are formed already.
static bool isOnBuffers(GemmOp op) { return op->getNumResults() == 0; }

/// A formed kernel on tensors means the matmul that it was formed from.
struct GemmToScaledMatmul : OpRewritePattern<GemmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GemmOp op,
                                PatternRewriter &rewriter) const override {
    if (isOnBuffers(op))
      return op.emitOpError("expected tensors, got buffers; convert formed "
                            "kernels before bufferization");
    if (!op.isScaled() || op.getGroups())
      return rewriter.notifyMatchFailure(op, "no scales, or groups");
    Location loc = op.getLoc();
    Value lhs = MakeScaledOp::create(rewriter, loc, op.getLhsScaledType(),
                                     op.getLhsData(), op.getLhsScales(),
                                     op.getLhsGlobalScale());
    Value rhs = MakeScaledOp::create(rewriter, loc, op.getRhsScaledType(),
                                     op.getRhsData(), op.getRhsScales(),
                                     op.getRhsGlobalScale());
    auto type = cast<RankedTensorType>(op.getInit().getType());
    if (op.hasEpilogue())
      type = type.clone(rewriter.getF32Type());
    Value product = ScaledMatmulOp::create(
        rewriter, loc, type, lhs, rhs,
        op.getAccumulate() ? op.getInit() : Value(), op.getFastAccumulation());
    if (!op.hasEpilogue()) {
      rewriter.replaceOp(op, product);
      return success();
    }
    rewriter.replaceOp(op, castResults(rewriter, op,
                                       buildEpilogue(rewriter, op, product,
                                                     op.getDestinationMap())));
    return success();
  }
};

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

/// A gemm without scales: the contraction in f32, rounded once.
struct GemmToContraction : OpRewritePattern<GemmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GemmOp op,
                                PatternRewriter &rewriter) const override {
    if (isOnBuffers(op) || op.isScaled() || op.getGroups())
      return rewriter.notifyMatchFailure(op, "buffers, scales or groups");
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
    rewriter.replaceOp(op, castResults(rewriter, op, results));
    return success();
  }

private:
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
      Value product = arith::MulFOp::create(
          b, loc, buildFactor(b, loc, args[0]), buildFactor(b, loc, args[1]));
      return arith::AddFOp::create(b, loc, args[2], product);
    };
    SmallVector<AffineMap> maps = op.getMaps();
    unsigned dims = maps.front().getNumDims();
    maps.back() = AffineMap::get(dims, 0, map.getResults(), op.getContext());
    return buildGeneric(builder, loc, {op.getLhsData(), op.getRhsData()}, init,
                        maps, body);
  }

  static Value castTensorElements(OpBuilder &builder, Location loc,
                                  Value tensor, Type element) {
    if (getElementTypeOrSelf(tensor) == element)
      return tensor;
    return mapElements(builder, loc, tensor, element,
                       [&](ImplicitLocOpBuilder &b, ValueRange args) {
                         return castFloat(b, loc, args[0], element);
                       });
  }
};

/// Without TMA no row needs an alignment.
struct AlignedEmptyToEmpty : OpRewritePattern<AlignedEmptyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AlignedEmptyOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, op.getType(),
                                                 op.getDynamicSizes());
    return success();
  }
};

} // namespace

void mlir::lowp::populateMatmulPatterns(RewritePatternSet &patterns) {
  patterns.add<ScaledMatmulToLinalg>(patterns.getContext());
}

void mlir::lowp::populateKernelToLinalgPatterns(RewritePatternSet &patterns) {
  patterns.add<GemmToScaledMatmul, GemmToContraction, AlignedEmptyToEmpty>(
      patterns.getContext());
}
