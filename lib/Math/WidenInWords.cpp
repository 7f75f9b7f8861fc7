//===- WidenInWords.cpp - Casts of elements that share words --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bf16 is the upper half of an f32. ptxas takes a word apart whose halves a
// kernel converts: from where they are computed to the last conversion each has
// a register, although both lie in one. Shifts and masks leave words whole.
//
//===----------------------------------------------------------------------===//

#include "WidenInWords.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

/// Whether `type` is a vector of bf16 that fills words.
static bool fillsWords(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() == 1 && !vector.isScalable() &&
         vector.getElementType().isBF16() && vector.getNumElements() % 2 == 0;
}

/// What has the numbers of `wide`, of f32, in `type`; null if nothing does.
static Value narrow(PatternRewriter &rewriter, Value wide, VectorType type) {
  if (auto cast = wide.getDefiningOp<arith::ExtFOp>())
    return cast.getIn().getType() == type ? cast.getIn() : Value();
  SplatElementsAttr splat;
  if (!matchPattern(wide, m_Constant(&splat)))
    return {};
  auto number = splat.getSplatValue<APFloat>();
  bool losesInfo = false;
  (void)number.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven,
                       &losesInfo);
  if (losesInfo)
    return {};
  return arith::ConstantOp::create(rewriter, wide.getLoc(),
                                   DenseElementsAttr::get(type, number));
}

namespace {
/// The sum or product of two numbers of 8 bits in 24 bits, rounded to 8, is
/// the one that is rounded once.
template <typename ArithOp>
struct NarrowArithmetic : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    auto wide = op.getIn().getDefiningOp<ArithOp>();
    if (!wide || !wide->hasOneUse() || !fillsWords(op.getType()) ||
        !getElementTypeOrSelf(wide.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not arithmetic in f32");
    auto type = cast<VectorType>(op.getType());
    Value lhs = narrow(rewriter, wide.getLhs(), type);
    Value rhs = lhs ? narrow(rewriter, wide.getRhs(), type) : Value();
    if (!rhs)
      return rewriter.notifyMatchFailure(op, "not of elements of bf16");
    rewriter.replaceOpWithNewOp<ArithOp>(op, lhs, rhs, wide.getFastmath());
    return success();
  }
};

struct WidenInWords : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!fillsWords(op.getIn().getType()) ||
        !getElementTypeOrSelf(op.getType()).isF32())
      return rewriter.notifyMatchFailure(op, "not words of bf16");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto type = cast<VectorType>(op.getType());
    SmallVector<Value> words;
    for (int64_t place = 0; place < type.getNumElements(); ++place)
      words.push_back(widen(b, op.getIn(), place));
    Value all =
        vector::FromElementsOp::create(b, type.clone(b.getI32Type()), words);
    rewriter.replaceOpWithNewOp<vector::BitCastOp>(op, type, all);
    return success();
  }

private:
  /// The bits of an element of `vector` as f32.
  static Value widen(ImplicitLocOpBuilder &b, Value vector, int64_t place) {
    // Elements of several vectors, as those of a column, are in words there.
    while (auto all = vector.getDefiningOp<vector::FromElementsOp>()) {
      auto part = all.getElements()[place].getDefiningOp<vector::ExtractOp>();
      if (!part || part.hasDynamicPosition() ||
          !fillsWords(part.getSource().getType()))
        break;
      vector = part.getSource();
      place = part.getStaticPosition().front();
    }
    int64_t count = cast<VectorType>(vector.getType()).getNumElements();
    auto words = VectorType::get(count / 2, b.getI32Type());
    Value word = vector::ExtractOp::create(
        b, vector::BitCastOp::create(b, words, vector), place / 2);
    constexpr int64_t kHalf = 16, kUpper = 0xffff0000;
    auto constant = [&](int64_t bits) {
      return arith::ConstantIntOp::create(b, b.getI32Type(), bits);
    };
    if (place % 2 == 0)
      return arith::ShLIOp::create(b, word, constant(kHalf));
    return arith::AndIOp::create(b, word, constant(kUpper));
  }
};
} // namespace

void mlir::lowp::populateNarrowArithmetic(RewritePatternSet &patterns) {
  patterns.add<NarrowArithmetic<arith::AddFOp>, NarrowArithmetic<arith::SubFOp>,
               NarrowArithmetic<arith::MulFOp>>(patterns.getContext());
}

void mlir::lowp::populateWidenInWords(RewritePatternSet &patterns) {
  patterns.add<WidenInWords>(patterns.getContext());
}
