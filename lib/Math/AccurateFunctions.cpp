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
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

/// Higher than those of upstream's polynomials, lower than approximations.
static constexpr unsigned kAccurateBenefit = 2;

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

/// 2^n times what the chip makes of `rest`, where n is `shifted` without `base`
/// and rounded: the exponent of f32 bounds n. What is left of a large or small
/// x then makes the result infinite, subnormal or 0.
struct WholeAndRest {
  Value shifted, whole;

  WholeAndRest(ImplicitLocOpBuilder &b, Arithmetic &f32, Value shifted,
               float base, int shift)
      : shifted(shifted) {
    auto bound = [&](int n) { return f32.constant(base + n - shift); };
    this->shifted = arith::MaxNumFOp::create(b, shifted, bound(-126));
    this->shifted = arith::MinNumFOp::create(b, this->shifted, bound(127));
    whole = arith::SubFOp::create(b, this->shifted, f32.constant(base));
  }

  Value write(ImplicitLocOpBuilder &b, Arithmetic &f32, Value rest) {
    Value power = callOnChip(b, "llvm.nvvm.ex2.approx.ftz", rest);
    return arith::MulFOp::create(b, power, f32.power(shifted));
  }
};

/// Adding 1.5 * 2^23 rounds to a whole number.
constexpr float kRound = 12582912 + 127;

/// 2^x is 2^n 2^(x - n), n a whole number.
Value writeExp2(ImplicitLocOpBuilder &b, Value x) {
  Arithmetic f32(b, x.getType());
  Value shifted = arith::AddFOp::create(b, x, f32.constant(kRound));
  WholeAndRest parts(b, f32, shifted, kRound, /*shift=*/0);
  return parts.write(b, f32, arith::SubFOp::create(b, x, parts.whole));
}

/// A function of f32, 16 bits or vectors of them, computed in f32.
template <typename MathOp>
struct WriteWidened : OpRewritePattern<MathOp> {
  using Writer = Value (*)(ImplicitLocOpBuilder &, Value);

  WriteWidened(MLIRContext *context, Writer write)
      : OpRewritePattern<MathOp>(context, kAccurateBenefit), write(write) {}

  LogicalResult matchAndRewrite(MathOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasChipFunctions(op.getType()))
      return rewriter.notifyMatchFailure(op, "not of f32 or 16 bits");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value result = write(b, widen(b, op.getOperand()));
    rewriter.replaceOp(op, roundTo(b, result, op.getType()));
    return success();
  }

private:
  Writer write;
};

/// Upstream's polynomial loses the sign of -0.
struct SignErf : OpRewritePattern<math::ErfOp> {
  explicit SignErf(MLIRContext *context)
      : OpRewritePattern(context, kAccurateBenefit) {}

  LogicalResult matchAndRewrite(math::ErfOp op,
                                PatternRewriter &rewriter) const override {
    constexpr StringLiteral kSigned = "lowp.signed";
    if (!getElementTypeOrSelf(op.getType()).isF32() || op->hasAttr(kSigned))
      return rewriter.notifyMatchFailure(op, "has its sign");
    auto erf = math::ErfOp::create(rewriter, op.getLoc(), op.getOperand(),
                                   op.getFastmath());
    erf->setAttr(kSigned, rewriter.getUnitAttr());
    rewriter.replaceOpWithNewOp<math::CopySignOp>(op, erf, op.getOperand());
    return success();
  }
};

/// A function of a vector, where only that of scalars is written out: LLVM
/// divides vectors in the end, too.
struct UnrollFunction : RewritePattern {
  explicit UnrollFunction(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), kAccurateBenefit, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<math::SinOp, math::CosOp, math::TanOp, math::LogOp, math::Log2Op,
             math::Log10Op, math::SinhOp, math::CoshOp, math::AsinhOp,
             math::AcoshOp, math::AtanhOp, math::AtanOp, math::Atan2Op,
             math::PowFOp, math::FPowIOp, math::CbrtOp>(op))
      return rewriter.notifyMatchFailure(op, "not written out for scalars");
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    if (!type || type.getRank() != 1 || type.isScalable())
      return rewriter.notifyMatchFailure(op, "not a vector of one dimension");
    SmallVector<Value> elements;
    for (int64_t n = 0; n < type.getNumElements(); ++n) {
      auto operands = llvm::map_to_vector(op->getOperands(), [&](Value value) {
        return rewriter.createOrFold<vector::ExtractOp>(op->getLoc(), value, n);
      });
      Operation *element =
          rewriter.create(op->getLoc(), op->getName().getIdentifier(), operands,
                          type.getElementType(), op->getAttrs());
      elements.push_back(element->getResult(0));
    }
    rewriter.replaceOpWithNewOp<vector::FromElementsOp>(op, type, elements);
    return success();
  }
};
} // namespace

/// exp(x) is 2^n 2^(x log2(e) - n), n a whole number.
Value mlir::lowp::writeExp(ImplicitLocOpBuilder &b, Value x, int shift) {
  Arithmetic f32(b, x.getType());
  constexpr float kLog2OfE = 0x1.715476p+0f, kRest = 0x1.4ae0c0p-26f;
  float base = kRound + shift;
  Value log2OfE = f32.constant(kLog2OfE);
  Value shifted = f32.fma(x, log2OfE, f32.constant(base));
  WholeAndRest parts(b, f32, shifted, base, shift);
  Value rest = f32.fma(x, log2OfE, arith::NegFOp::create(b, parts.whole));
  rest = f32.fma(x, f32.constant(kRest), rest);
  return parts.write(b, f32, rest);
}

void mlir::lowp::populateAccurateFunctions(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<WriteWidened<math::ExpOp>>(
      context, [](ImplicitLocOpBuilder &b, Value x) { return writeExp(b, x); });
  patterns.add<WriteWidened<math::Exp2Op>>(context, writeExp2);
  patterns.add<SignErf, UnrollFunction>(context);
  populateTrigonometry(patterns);
  populateLogarithms(patterns);
  populateHyperbolics(patterns);
  populateInverseTangent(patterns);
  populatePowers(patterns);
}
