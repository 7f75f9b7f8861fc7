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

#include "lowp/Dialect/Common/FloatMath.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

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
LogicalResult narrowArithmetic(arith::TruncFOp op, PatternRewriter &rewriter) {
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

/// The bits of an element of `vector` as f32.
Value widenElement(FloatMath &f, Value vector, int64_t place) {
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
  auto words = VectorType::get(count / 2, f.b.getI32Type());
  Value word = vector::ExtractOp::create(
      f.b, vector::BitCastOp::create(f.b, words, vector), place / 2);
  return place % 2 == 0 ? f.shiftLeft(word, 16) : f.mask(word, 0xffff0000);
}

LogicalResult widenInWords(arith::ExtFOp op, PatternRewriter &rewriter) {
  if (!fillsWords(op.getIn().getType()) ||
      !getElementTypeOrSelf(op.getType()).isF32())
    return rewriter.notifyMatchFailure(op, "not words of bf16");
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  FloatMath f(b);
  auto type = cast<VectorType>(op.getType());
  SmallVector<Value> words;
  for (int64_t place = 0; place < type.getNumElements(); ++place)
    words.push_back(widenElement(f, op.getIn(), place));
  Value all =
      vector::FromElementsOp::create(b, type.clone(b.getI32Type()), words);
  rewriter.replaceOpWithNewOp<vector::BitCastOp>(op, type, all);
  return success();
}
} // namespace

void mlir::lowp::populateNarrowArithmetic(RewritePatternSet &patterns) {
  patterns.add(narrowArithmetic<arith::AddFOp>)
      .add(narrowArithmetic<arith::SubFOp>)
      .add(narrowArithmetic<arith::MulFOp>);
}

void mlir::lowp::populateWidenInWords(RewritePatternSet &patterns) {
  patterns.add(widenInWords);
}
