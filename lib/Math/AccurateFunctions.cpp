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

namespace {

/// 2^n times what the chip makes of `rest`, where n is `shifted` without `base`
/// and rounded: the exponent of f32 bounds n. What is left of a large or small
/// x then makes the result infinite, subnormal or 0.
struct WholeAndRest {
  Value shifted, whole;

  WholeAndRest(FloatMath &f, Value shifted, float base, int shift) {
    Type type = shifted.getType();
    auto bound = [&](int n) { return f.number(base + n - shift, type); };
    shifted = arith::MaxNumFOp::create(f.b, shifted, bound(-126));
    this->shifted = arith::MinNumFOp::create(f.b, shifted, bound(127));
    whole = f.sub(this->shifted, f.number(base, type));
  }

  /// The exponent is in the last bits of `shifted`.
  Value write(FloatMath &f, Value rest) {
    Value power = callOnChip(f.b, "llvm.nvvm.ex2.approx.ftz", rest);
    return f.mul(power, f.fromBits(f.shiftLeft(f.bitsOf(shifted), 23)));
  }
};

/// Adding 1.5 * 2^23 rounds to a whole number; its last bits are then those of
/// an exponent.
constexpr float kRound = 12582912 + 127;

/// 2^x is 2^n 2^(x - n), n a whole number.
LogicalResult writeExp2(math::Exp2Op op, PatternRewriter &rewriter) {
  return writeWidened(op, rewriter, [](FloatMath &f, Value x) {
    WholeAndRest parts(f, f.add(x, kRound), kRound, /*shift=*/0);
    return parts.write(f, f.sub(x, parts.whole));
  });
}

LogicalResult writeExp(math::ExpOp op, PatternRewriter &rewriter) {
  return writeWidened(op, rewriter, [](FloatMath &f, Value x) {
    return writeExp(f, x, /*shift=*/0);
  });
}

/// Upstream's polynomial loses the sign of -0.
LogicalResult signErf(math::ErfOp op, PatternRewriter &rewriter) {
  constexpr StringLiteral kSigned = "lowp.signed";
  if (!getElementTypeOrSelf(op.getType()).isF32() || op->hasAttr(kSigned))
    return rewriter.notifyMatchFailure(op, "has its sign");
  auto erf = math::ErfOp::create(rewriter, op.getLoc(), op.getOperand(),
                                 op.getFastmath());
  erf->setAttr(kSigned, rewriter.getUnitAttr());
  rewriter.replaceOpWithNewOp<math::CopySignOp>(op, erf, op.getOperand());
  return success();
}

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
Value mlir::lowp::writeExp(FloatMath &f, Value x, int shift) {
  constexpr float kLog2OfE = 0x1.715476p+0f, kRest = 0x1.4ae0c0p-26f;
  Type type = x.getType();
  float base = kRound + shift;
  Value log2OfE = f.number(kLog2OfE, type);
  Value shifted = f.fma(x, log2OfE, f.number(base, type));
  WholeAndRest parts(f, shifted, base, shift);
  Value rest = f.fma(x, log2OfE, f.negate(parts.whole));
  rest = f.fma(x, kRest, rest);
  return parts.write(f, rest);
}

void mlir::lowp::populateAccurateFunctions(RewritePatternSet &patterns) {
  LogicalResult (*exp)(math::ExpOp, PatternRewriter &) = ::writeExp;
  patterns.add(exp, kAccurateBenefit)
      .add(writeExp2, kAccurateBenefit)
      .add(signErf, kAccurateBenefit)
      .add<UnrollFunction>(patterns.getContext());
  populateTrigonometry(patterns);
  populateLogarithms(patterns);
  populateHyperbolics(patterns);
  populateInverseTangent(patterns);
  populatePowers(patterns);
}
