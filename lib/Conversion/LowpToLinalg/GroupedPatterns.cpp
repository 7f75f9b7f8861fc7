//===- GroupedPatterns.cpp - grouped matmuls ------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference products: one loop nest over groups, M, N and K,
// in f64. What is not in the group counts as 0, whatever it holds, so that
// nothing beyond the last group gets into a result. Offsets are compared with
// and never used as an address.
//
//===----------------------------------------------------------------------===//

#include "ExactValues.h"
#include "LinalgBuilders.h"
#include "PopulatePatterns.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// The loops, those of the result first.
enum Loop : unsigned { kGroup, kM, kN, kK };

/// The operands of a grouped product; the matrices are tensors.
struct GroupedProduct {
  Grouping grouping;
  Value lhs, rhs;
  /// Where groups end, how many rows count; null if not given.
  Value offsets, counts;

  SmallVector<AffineMap> getMaps(MLIRContext *context) const;
  SmallVector<OpFoldResult> getResultSizes(OpBuilder &builder,
                                           Location loc) const;
  /// Whether the current iteration belongs to its group; null for always.
  Value buildIsInGroup(ImplicitLocOpBuilder &b) const;
};

} // namespace

SmallVector<AffineMap> GroupedProduct::getMaps(MLIRContext *context) const {
  auto select = [&](ArrayRef<unsigned> loops) {
    return AffineMap::getMultiDimMapWithTargets(4, loops, context);
  };
  switch (grouping) {
  case Grouping::M:
    return {select({kM, kK}), select({kGroup, kN, kK}), select({kM, kN})};
  case Grouping::K:
    return {select({kM, kK}), select({kN, kK}), select({kGroup, kM, kN})};
  case Grouping::Batch:
    return {select({kGroup, kM, kK}), select({kGroup, kN, kK}),
            select({kGroup, kM, kN})};
  }
  return {};
}

SmallVector<OpFoldResult> GroupedProduct::getResultSizes(OpBuilder &builder,
                                                         Location loc) const {
  SmallVector<OpFoldResult> left = tensor::getMixedSizes(builder, loc, lhs);
  SmallVector<OpFoldResult> right = tensor::getMixedSizes(builder, loc, rhs);
  OpFoldResult m = left[left.size() - 2], n = right[right.size() - 2];
  if (grouping == Grouping::M)
    return {m, n};
  if (grouping == Grouping::Batch)
    return {left.front(), m, n};
  return {tensor::getMixedSize(builder, loc, offsets, 0), m, n};
}

/// Entry `index` of an i32 tensor, as an index.
static Value buildNumberAt(ImplicitLocOpBuilder &b, Value numbers,
                           Value index) {
  Value number = tensor::ExtractOp::create(b, numbers, index);
  return arith::IndexCastOp::create(b, b.getIndexType(), number);
}

/// Where the group begins: at the end of the one before, the first at 0.
static Value buildFirst(ImplicitLocOpBuilder &b, Value offsets, Value group) {
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, group, zero);
  Value before =
      arith::MaxSIOp::create(b, arith::SubIOp::create(b, group, one), zero);
  return arith::SelectOp::create(b, isFirst, zero,
                                 buildNumberAt(b, offsets, before));
}

Value GroupedProduct::buildIsInGroup(ImplicitLocOpBuilder &b) const {
  Value numbers = offsets ? offsets : counts;
  if (!numbers)
    return {};
  Value group = linalg::IndexOp::create(b, kGroup);
  Value index = linalg::IndexOp::create(b, grouping == Grouping::K ? kK : kM);
  Value isBefore = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, index,
                                         buildNumberAt(b, numbers, group));
  if (!offsets)
    return isBefore;
  Value isAfter = arith::CmpIOp::create(b, arith::CmpIPredicate::sge, index,
                                        buildFirst(b, offsets, group));
  return arith::AndIOp::create(b, isBefore, isAfter);
}

/// The sums, in f64.
static Value buildSums(OpBuilder &builder, Location loc,
                       const GroupedProduct &product) {
  FloatType f64 = builder.getF64Type();
  Value init =
      buildFilled(builder, loc, product.getResultSizes(builder, loc), f64, 0.0);
  auto body = [&](OpBuilder &nested, Location loc, ValueRange args) {
    ImplicitLocOpBuilder b(loc, nested);
    Value term = arith::MulFOp::create(b, castFloat(b, loc, args[0], f64),
                                       castFloat(b, loc, args[1], f64));
    if (Value isInGroup = product.buildIsInGroup(b)) {
      Value zero = arith::ConstantOp::create(b, b.getFloatAttr(f64, 0.0));
      term = arith::SelectOp::create(b, isInGroup, term, zero);
    }
    Value sum = arith::AddFOp::create(b, args[2], term);
    linalg::YieldOp::create(b, sum);
  };
  using utils::IteratorType;
  SmallVector<IteratorType> loops(4, IteratorType::parallel);
  loops[kK] = IteratorType::reduction;
  if (product.grouping == Grouping::M)
    loops[kGroup] = IteratorType::reduction;
  return linalg::GenericOp::create(
             builder, loc, init.getType(), ValueRange{product.lhs, product.rhs},
             init, product.getMaps(builder.getContext()), loops, body)
      .getResult(0);
}

/// The product, with the accumulator if there is one, in the type of the
/// result: rounded once.
static Value buildResult(OpBuilder &builder, Location loc,
                         const GroupedProduct &product, Value accumulator,
                         RankedTensorType type) {
  SmallVector<Value> inputs = {buildSums(builder, loc, product)};
  if (accumulator)
    inputs.push_back(accumulator);
  Value init = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, inputs.front()),
      type.getElementType());
  auto body = [&](OpBuilder &b, Location loc, ValueRange args) {
    Value sum = args[0];
    if (accumulator)
      sum = arith::AddFOp::create(b, loc, sum,
                                  castFloat(b, loc, args[1], b.getF64Type()));
    linalg::YieldOp::create(b, loc,
                            castFloat(b, loc, sum, type.getElementType()));
  };
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  Value result = buildElementwise(builder, loc, inputs, init, maps, body);
  // The result may be declared more or less static than its operands are.
  return castTensor(builder, loc, result, type);
}

namespace {

struct GroupedMatmulToLinalg : OpRewritePattern<GroupedMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GroupedMatmulOp op,
                                PatternRewriter &rewriter) const override {
    GroupedProduct product = {
        *getGrouping(op.getLhs().getType(), op.getRhs().getType()), op.getLhs(),
        op.getRhs(), op.getOffsets(), op.getCounts()};
    rewriter.replaceOp(op, buildResult(rewriter, op.getLoc(), product,
                                       op.getAccumulator(),
                                       cast<RankedTensorType>(op.getType())));
    return success();
  }
};

struct GroupedScaledMatmulToLinalg : OpRewritePattern<GroupedScaledMatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GroupedScaledMatmulOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    GroupedProduct product = {
        *getGrouping(op.getLhs().getType(), op.getRhs().getType()),
        buildExactValues(rewriter, loc, op.getLhs(), op.getOffsets()),
        buildExactValues(rewriter, loc, op.getRhs(), op.getOffsets()),
        op.getOffsets(), op.getCounts()};
    rewriter.replaceOp(op,
                       buildResult(rewriter, loc, product, op.getAccumulator(),
                                   cast<RankedTensorType>(op.getType())));
    return success();
  }
};

/// A formed kernel on tensors means the matmul that it was formed from.
struct GemmToGroupedMatmul : OpRewritePattern<GemmOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GemmOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getGroups() || op->getNumResults() == 0)
      return rewriter.notifyMatchFailure(op, "no groups, or buffers");
    if (op.hasEpilogue() || !(op.isScaled() || hasUsualMaps(op)))
      return op.emitOpError(
          "expected groups without an epilogue whose operands "
          "are M x K or G x M x K and G x N x K outside of "
          "kernels; form kernels for a chip");
    auto type = cast<RankedTensorType>(op.getInit().getType());
    Value offsets = op.hasRowGroups() ? op.getGroups() : Value();
    Value counts = op.hasRowGroups() ? Value() : op.getGroups();
    Value accumulator = op.getAccumulate() ? op.getInit() : Value();
    if (op.isScaled())
      rewriter.replaceOpWithNewOp<GroupedScaledMatmulOp>(
          op, type, makeLhs(rewriter, op), makeRhs(rewriter, op), offsets,
          counts, accumulator, op.getFastAccumulation());
    else
      rewriter.replaceOpWithNewOp<GroupedMatmulOp>(op, type, op.getLhsData(),
                                                   op.getRhsData(), offsets,
                                                   counts, accumulator);
    return success();
  }

private:
  /// Whether the operands lie as those of lowp.grouped_matmul do.
  static bool hasUsualMaps(GemmOp op) {
    GroupedProduct product{
        op.hasRowGroups() ? Grouping::M : Grouping::Batch, {}, {}, {}, {}};
    return op.getMaps() == product.getMaps(op.getContext());
  }
  static Value makeLhs(PatternRewriter &rewriter, GemmOp op) {
    return MakeScaledOp::create(rewriter, op.getLoc(), op.getLhsScaledType(),
                                op.getLhsData(), op.getLhsScales(),
                                op.getLhsGlobalScale());
  }
  static Value makeRhs(PatternRewriter &rewriter, GemmOp op) {
    return MakeScaledOp::create(rewriter, op.getLoc(), op.getRhsScaledType(),
                                op.getRhsData(), op.getRhsScales(),
                                op.getRhsGlobalScale());
  }
};

} // namespace

void mlir::lowp::populateGroupedPatterns(RewritePatternSet &patterns) {
  patterns.add<GemmToGroupedMatmul, GroupedMatmulToLinalg,
               GroupedScaledMatmulToLinalg>(patterns.getContext());
}
