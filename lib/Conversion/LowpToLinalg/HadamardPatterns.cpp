//===- HadamardPatterns.cpp - hadamard ------------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinalgBuilders.h"
#include "Patterns.h"
#include "lowp/Dialect/Lowp/IR/LowpOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::lowp;

namespace {

/// Builds one element of the result from those of its group.
class HadamardBody {
public:
  HadamardBody(OpBuilder &builder, Location loc, HadamardOp op, Value extent)
      : b(loc, builder), op(op), group(op.getSize()), extent(extent),
        position(getLoopIndices(builder, loc, op.getType().getRank())) {
    Value index = position[op.getTensorAxis()];
    inGroup = arith::RemUIOp::create(b, index, constant(group));
    first = arith::SubIOp::create(b, index, inGroup);
  }

  /// `unchanged` for elements of a short group at the end.
  Value build(Value unchanged);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value buildTerm(int64_t k);
  Value isNegative(int64_t k);

  ImplicitLocOpBuilder b;
  HadamardOp op;
  /// Elements of a group.
  int64_t group;
  /// The extent of the transformed dimension.
  Value extent;
  SmallVector<Value> position;
  Value inGroup;
  Value first;
};

} // namespace

/// Whether entry (k, position in the group) of signs times matrix is negative.
Value HadamardBody::isNegative(int64_t k) {
  Value common = arith::AndIOp::create(b, inGroup, constant(k));
  // The parity of a position's bits, folded into the lowest one.
  for (int64_t half = llvm::PowerOf2Ceil(llvm::Log2_64(group)) / 2; half > 0;
       half /= 2)
    common = arith::XOrIOp::create(
        b, common, arith::ShRUIOp::create(b, common, constant(half)));
  Value word = arith::IndexCastOp::create(b, b.getI32Type(), common);
  Value parity = arith::TruncIOp::create(b, b.getI1Type(), word);
  bool isMinus = (op.getSigns() >> k) & 1;
  return arith::XOrIOp::create(b, parity,
                               arith::ConstantIntOp::create(b, isMinus, 1));
}

/// The k-th element of the group with its sign, in f64.
Value HadamardBody::buildTerm(int64_t k) {
  Value last = arith::SubIOp::create(b, extent, constant(1));
  Value index = arith::AddIOp::create(b, first, constant(k));
  SmallVector<Value> place = position;
  place[op.getTensorAxis()] = arith::MinSIOp::create(b, index, last);
  Value element = tensor::ExtractOp::create(b, op.getInput(), place);
  Value wide = castFloat(b, b.getLoc(), element, b.getF64Type());
  Value negated = arith::NegFOp::create(b, wide);
  return arith::SelectOp::create(b, isNegative(k), negated, wide);
}

Value HadamardBody::build(Value unchanged) {
  Value sum = buildTerm(0);
  for (int64_t k = 1; k < group; ++k)
    sum = arith::AddFOp::create(b, sum, buildTerm(k));
  double factor = 1.0 / std::sqrt(double(group));
  Value scaled = arith::MulFOp::create(
      b, sum, arith::ConstantOp::create(b, b.getF64FloatAttr(factor)));
  Value result = castFloat(b, b.getLoc(), scaled, unchanged.getType());
  Value end = arith::AddIOp::create(b, first, constant(group));
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sle, end, extent);
  return arith::SelectOp::create(b, isWhole, result, unchanged);
}

LogicalResult mlir::lowp::lowerHadamard(HadamardOp op,
                                        PatternRewriter &rewriter) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getInput());
  Value extent =
      getValueOrCreateConstantIndexOp(rewriter, loc, sizes[op.getTensorAxis()]);
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return HadamardBody(b, loc, op, extent).build(args[0]);
  };
  Value result =
      buildElements(rewriter, loc, sizes, type.getElementType(), op.getInput(),
                    rewriter.getMultiDimIdentityMap(sizes.size()), body);
  return replaceWithCasts(rewriter, op, result);
}
