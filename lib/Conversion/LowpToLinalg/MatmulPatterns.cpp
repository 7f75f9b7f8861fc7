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
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// sum over k of lhs(m, k) * rhs(n, k), for f64 tensors.
Value buildProduct(OpBuilder &builder, Location loc, Value lhs, Value rhs) {
  OpFoldResult rows = tensor::getMixedSize(builder, loc, lhs, 0);
  OpFoldResult columns = tensor::getMixedSize(builder, loc, rhs, 0);
  Value init =
      buildFilled(builder, loc, {rows, columns}, builder.getF64Type(), 0.0);
  auto body = [](OpBuilder &b, Location loc, ValueRange args) {
    Value product = arith::MulFOp::create(b, loc, args[0], args[1]);
    Value sum = arith::AddFOp::create(b, loc, args[2], product);
    linalg::YieldOp::create(b, loc, sum);
  };
  auto operandMap = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(3, loops, builder.getContext());
  };
  using utils::IteratorType;
  return linalg::GenericOp::create(
             builder, loc, init.getType(), ValueRange{lhs, rhs}, init,
             ArrayRef<AffineMap>{operandMap({0, 2}), operandMap({1, 2}),
                                 operandMap({0, 1})},
             ArrayRef<IteratorType>{IteratorType::parallel,
                                    IteratorType::parallel,
                                    IteratorType::reduction},
             body)
      .getResult(0);
}

/// Adds the accumulator, if there is one, and rounds.
Value buildEpilogue(OpBuilder &builder, Location loc, Value sum,
                    Value accumulator, Type elementType) {
  SmallVector<Value> inputs = {sum};
  if (accumulator)
    inputs.push_back(accumulator);
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, sum), elementType);
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value result = args[0];
    if (accumulator)
      result = arith::AddFOp::create(
          b, loc, result, castFloat(b, loc, args[1], b.getF64Type()));
    linalg::YieldOp::create(b, loc, castFloat(b, loc, result, elementType));
  };
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(2));
  return buildElementwise(builder, loc, inputs, init, maps, body);
}

/// The f64 values of a scaled operand: data times an f32 scale has few enough
/// bits to be exact.
Value buildExact(OpBuilder &builder, Location loc, Value scaled) {
  FloatType f64 = builder.getF64Type();
  return buildDequantized(builder, loc,
                          ScaledParts::split(builder, loc, scaled),
                          /*offsets=*/{}, f64, f64);
}

struct ScaledMatmulToLinalg : OpRewritePattern<ScaledMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScaledMatmulOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Value sum =
        buildProduct(rewriter, loc, buildExact(rewriter, loc, op.getLhs()),
                     buildExact(rewriter, loc, op.getRhs()));
    Value result = buildEpilogue(rewriter, loc, sum, op.getAccumulator(),
                                 type.getElementType());
    // The result may be declared more or less static than its operands are.
    rewriter.replaceOp(op, castTensor(rewriter, loc, result, type));
    return success();
  }
};

/// The epilogue of `op` on its sums, which lie as the elements of the
/// destination do.
static Value buildEpilogue(OpBuilder &builder, GemmOp op, Value sums) {
  Location loc = op.getLoc();
  AffineMap map = op.getDestinationMap();
  SmallVector<Value> inputs{sums};
  llvm::append_range(inputs, op.getInputs());
  SmallVector<AffineMap> maps{map};
  llvm::append_range(maps, op.getEpilogueMaps());
  maps.push_back(map);
  SmallVector<utils::IteratorType> loops(map.getNumDims(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, op.getInit()),
      getElementTypeOrSelf(op.getInit().getType()));
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), inputs, empty, maps, loops,
             [&](OpBuilder &body, Location loc, ValueRange elements) {
               linalg::YieldOp::create(body, loc,
                                       cloneEpilogue(body, op.getEpilogueBody(),
                                                     elements.drop_back()));
             })
      .getResult(0);
}

/// A formed kernel on tensors means the matmul that it was formed from.
struct GemmToScaledMatmul : OpRewritePattern<GemmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GemmOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 1)
      return op.emitOpError("expected tensors, got buffers; convert formed "
                            "kernels before bufferization");
    if (!op.isScaled())
      return rewriter.notifyMatchFailure(op, "no scales");
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
    rewriter.replaceOp(
        op, op.hasEpilogue() ? buildEpilogue(rewriter, op, product) : product);
    return success();
  }
};

/// A gemm without scales: the contraction in f32, rounded once.
struct GemmToContraction : OpRewritePattern<GemmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GemmOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 1 || op.isScaled())
      return rewriter.notifyMatchFailure(op, "buffers or scales");
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getInit().getType());
    FloatType f32 = rewriter.getF32Type();
    Value init = castTensorElements(rewriter, loc, op.getInit(), f32);
    if (!op.getAccumulate())
      init = buildFilled(rewriter, loc,
                         tensor::getMixedSizes(rewriter, loc, op.getInit()),
                         f32, 0.0);
    auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
      Value product =
          arith::MulFOp::create(b, loc, castFloat(b, loc, args[0], f32),
                                castFloat(b, loc, args[1], f32));
      Value sum = arith::AddFOp::create(b, loc, args[2], product);
      linalg::YieldOp::create(b, loc, sum);
    };
    SmallVector<utils::IteratorType> loops(op.getMaps().front().getNumDims(),
                                           utils::IteratorType::parallel);
    loops.back() = utils::IteratorType::reduction;
    Value sum =
        linalg::GenericOp::create(rewriter, loc, init.getType(),
                                  ValueRange{op.getLhsData(), op.getRhsData()},
                                  init, op.getMaps(), loops, body)
            .getResult(0);
    if (op.hasEpilogue()) {
      rewriter.replaceOp(op, buildEpilogue(rewriter, op, sum));
      return success();
    }
    rewriter.replaceOp(
        op, castTensorElements(rewriter, loc, sum, type.getElementType()));
    return success();
  }

private:
  static Value castTensorElements(OpBuilder &builder, Location loc,
                                  Value tensor, Type element) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.getElementType() == element)
      return tensor;
    Value init = tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, tensor), element);
    SmallVector<AffineMap> maps(2,
                                builder.getMultiDimIdentityMap(type.getRank()));
    return buildElementwise(builder, loc, tensor, init, maps,
                            [&](OpBuilder &b, Location loc, ValueRange args) {
                              linalg::YieldOp::create(
                                  b, loc, castFloat(b, loc, args[0], element));
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
