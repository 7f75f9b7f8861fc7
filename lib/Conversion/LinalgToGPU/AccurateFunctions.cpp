//===- AccurateFunctions.cpp - Functions to a few units -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccurateFunctions.h"

#include "ChipCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Higher than those of upstream's polynomials, lower than approximations.
static constexpr unsigned kBenefit = 2;

namespace {

/// Arithmetic on values of one type, f32 or vectors of it.
class Arithmetic {
public:
  Arithmetic(ImplicitLocOpBuilder &b, Type type) : b(b), type(type) {}

  Value constant(float value) {
    TypedAttr attribute = b.getF32FloatAttr(value);
    if (auto vector = dyn_cast<VectorType>(type))
      attribute = DenseElementsAttr::get(vector, attribute);
    return arith::ConstantOp::create(b, attribute);
  }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, x, y, z);
  }
  /// 2^n from 2^23 + 2^22 + 127 + n, whose last bits are the exponent.
  Value power(Value shifted) {
    Type i32 = b.getI32Type();
    TypedAttr bits = b.getI32IntegerAttr(23);
    if (auto vector = dyn_cast<VectorType>(type)) {
      i32 = vector.clone(i32);
      bits = DenseElementsAttr::get(cast<VectorType>(i32), bits);
    }
    Value exponent =
        arith::ShLIOp::create(b, arith::BitcastOp::create(b, i32, shifted),
                              arith::ConstantOp::create(b, bits));
    return arith::BitcastOp::create(b, type, exponent);
  }

private:
  ImplicitLocOpBuilder &b;
  Type type;
};

/// exp(x) = 2^n * 2^(x * log2(e) - n), n a whole number. The exponent of f32
/// bounds n; what is left of a large or small x then makes the result infinite,
/// subnormal or 0.
struct ExpandExp : OpRewritePattern<math::ExpOp> {
  explicit ExpandExp(MLIRContext *context)
      : OpRewritePattern(context, kBenefit) {}

  LogicalResult matchAndRewrite(math::ExpOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasChipFunctions(op.getType()))
      return rewriter.notifyMatchFailure(op, "not of f32 or 16 bits");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = widen(b, op.getOperand());
    Arithmetic f32(b, x.getType());
    // Adding 1.5 * 2^23 rounds to a whole number.
    constexpr float kRound = 12582912 + 127;
    constexpr float kLog2OfE = 0x1.715476p+0f, kRest = 0x1.4ae0c0p-26f;
    Value log2OfE = f32.constant(kLog2OfE);
    Value shifted = f32.fma(x, log2OfE, f32.constant(kRound));
    shifted = arith::MaxNumFOp::create(b, shifted, f32.constant(kRound - 126));
    shifted = arith::MinNumFOp::create(b, shifted, f32.constant(kRound + 127));
    Value whole = arith::SubFOp::create(b, shifted, f32.constant(kRound));
    Value rest = f32.fma(x, log2OfE, arith::NegFOp::create(b, whole));
    rest = f32.fma(x, f32.constant(kRest), rest);
    Value power = callOnChip(b, "llvm.nvvm.ex2.approx.ftz", rest);
    Value result = arith::MulFOp::create(b, power, f32.power(shifted));
    rewriter.replaceOp(op, roundTo(b, result, op.getType()));
    return success();
  }
};

} // namespace

void mlir::lowp::populateAccurateFunctions(RewritePatternSet &patterns) {
  patterns.add<ExpandExp>(patterns.getContext());
}
