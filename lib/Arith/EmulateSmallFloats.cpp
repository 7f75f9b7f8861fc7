//===- EmulateSmallFloats.cpp - Arithmetic on small floats, in f32 --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f32 has more than twice the mantissa bits of every small format, and two
// more: so a sum, product, quotient or square root that is rounded to f32 first
// is the correctly rounded one after the second rounding. Two operations need
// more care, and have patterns here: a product with a sum in one rounding, and
// integers of more bits than f32 holds.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "lowp/Dialect/Common/FloatMath.h"
#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::lowp;

/// The float types without arithmetic of their own.
static SmallVector<Type> getSmallTypes(MLIRContext *context,
                                       bool include16Bit) {
  SmallVector<Type> types = {
      Float8E4M3FNType::get(context), Float8E5M2Type::get(context),
      Float6E2M3FNType::get(context), Float6E3M2FNType::get(context),
      Float4E2M1FNType::get(context), Float8E8M0FNUType::get(context)};
  if (include16Bit)
    types.append({Float16Type::get(context), BFloat16Type::get(context)});
  return types;
}

namespace {

/// Patterns for scalars of one of `types`.
template <typename Op>
struct OnSmallFloats : OpRewritePattern<Op> {
  OnSmallFloats(MLIRContext *context, ArrayRef<Type> types)
      : OpRewritePattern<Op>(context), types(types) {}

  bool isSmall(Type type) const { return llvm::is_contained(types, type); }

private:
  SmallVector<Type> types;
};

/// `x` + `y` in f64, with the last bit set where the sum is not exact: a second
/// rounding then has the outcome of a single one ("round to odd").
Value addToOdd(FloatMath &f, Value x, Value y) {
  using arith::CmpIPredicate;
  // What the sum lacks, exactly (Knuth's two-sum). NaN for infinite ones.
  Value sum = f.add(x, y), fromY = f.sub(sum, x);
  Value lost = f.add(f.sub(x, f.sub(sum, fromY)), f.sub(y, fromY));
  Value bits = f.bitsOf(sum);
  Value isEven = f.compare(CmpIPredicate::eq, f.mask(bits, 1), 0);
  Value isInexact =
      f.compare(arith::CmpFPredicate::ONE, lost, f.number(0, lost.getType()));
  // The magnitude grows towards what is lost if that has the sign of the sum.
  Value signs = arith::XOrIOp::create(f.b, bits, f.bitsOf(lost));
  Value grows = f.compare(CmpIPredicate::sge, signs, 0);
  Value odd = f.select(grows, f.addBits(bits, 1),
                       f.subBits(bits, f.integer(1, bits.getType())));
  return f.fromBits(f.select(f.both(isEven, isInexact), odd, bits));
}

/// The product of two small floats is exact in f64.
struct EmulateFma : OnSmallFloats<math::FmaOp> {
  using OnSmallFloats::OnSmallFloats;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSmall(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar small float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    FloatMath f(b);
    SmallVector<Value> wide;
    for (Value operand : op->getOperands())
      wide.push_back(buildExtF(b, b.getLoc(), b.getF64Type(), operand));
    Value sum = addToOdd(f, f.mul(wide[0], wide[1]), wide[2]);
    rewriter.replaceOp(op, buildTruncF(b, b.getLoc(), op.getType(), sum));
    return success();
  }
};

/// Bits of an i64 that f64 does not hold.
constexpr int64_t kLostBits = 0x7ff;

/// `value`, an i64, with a set bit in place of what f64 cannot hold: the sum of
/// both roundings is then that of one ("round to odd").
Value keepSticky(FloatMath &f, Value value, bool isSigned) {
  using arith::CmpIPredicate;
  constexpr int64_t kExact = int64_t(1) << 53;
  Value shifted = isSigned ? f.addBits(value, kExact) : value;
  Value isExact =
      f.compare(CmpIPredicate::ult, shifted, isSigned ? 2 * kExact : kExact);
  Value isWhole = f.compare(CmpIPredicate::eq, f.mask(value, kLostBits), 0);
  Value odd = f.either(f.mask(value, ~kLostBits),
                       f.integer(kLostBits + 1, value.getType()));
  return f.select(f.either(isExact, isWhole), value, odd);
}

/// By way of f64, which holds integers of 32 bits, and rounded once.
template <typename Op>
struct EmulateFromInteger : OnSmallFloats<Op> {
  using OnSmallFloats<Op>::OnSmallFloats;

  LogicalResult matchAndRewrite(Op op,
                                PatternRewriter &rewriter) const override {
    if (!this->isSmall(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar small float");
    unsigned width = op.getIn().getType().getIntOrFloatBitWidth();
    if (width > 64)
      return rewriter.notifyMatchFailure(op, "wider than 64 bits");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    constexpr bool isSigned = std::is_same_v<Op, arith::SIToFPOp>;
    Value integer = op.getIn();
    if (width > 32) {
      if (width < 64)
        integer =
            isSigned
                ? arith::ExtSIOp::create(b, b.getI64Type(), integer).getResult()
                : arith::ExtUIOp::create(b, b.getI64Type(), integer)
                      .getResult();
      FloatMath f(b);
      integer = keepSticky(f, integer, isSigned);
    }
    Value wide = Op::create(b, b.getF64Type(), integer);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), wide);
    return success();
  }
};

/// Lets operations compute in f32. Upstream's arith-emulate-unsupported-floats
/// and math-extend-to-supported-types allow the roundings between operations to
/// be left out; here each operation rounds as it says.
class Widener {
public:
  explicit Widener(ArrayRef<Type> types) : types(types) {}

  void widen(Operation *op) const {
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (Type wide = getWide(operand.get().getType()))
        operand.set(buildExtF(builder, op->getLoc(), wide, operand.get()));
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      Type narrow = result.getType(), wide = getWide(narrow);
      if (!wide)
        continue;
      result.setType(wide);
      SmallVector<OpOperand *> uses = llvm::map_to_vector(
          result.getUses(), [](OpOperand &use) { return &use; });
      Value rounded = buildTruncF(builder, op->getLoc(), narrow, result);
      for (OpOperand *use : uses)
        use->set(rounded);
    }
  }

  /// Whether `op` computes with small floats: casts, and what only moves
  /// values, do not.
  bool isNeeded(Operation *op) const {
    if (!isa_and_present<arith::ArithDialect, math::MathDialect>(
            op->getDialect()) ||
        isa<arith::ExtFOp, arith::TruncFOp, arith::BitcastOp, arith::ConstantOp,
            arith::SelectOp, arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
      return false;
    auto isSmall = [&](Type type) { return getWide(type) != nullptr; };
    return llvm::any_of(op->getOperandTypes(), isSmall) ||
           llvm::any_of(op->getResultTypes(), isSmall);
  }

private:
  /// f32, or a vector of it, for small floats; null for other types.
  Type getWide(Type type) const {
    if (!llvm::is_contained(types, getElementTypeOrSelf(type)))
      return {};
    return withElement(type, Float32Type::get(type.getContext()));
  }

  ArrayRef<Type> types;
};

LogicalResult verifyOwnBody(Operation *op) {
  Operation *named = getNamedOp(op);
  if (!named)
    return success();
  return named->emitOpError("expected arithmetic on small floats in "
                            "linalg.generic or in loops, got ")
         << op->getName() << "; run linalg-generalize-named-ops first";
}
} // namespace

LogicalResult mlir::lowp::emulateSmallFloats(Operation *op, bool include16Bit) {
  SmallVector<Type> types = getSmallTypes(op->getContext(), include16Bit);
  RewritePatternSet patterns(op->getContext());
  patterns.add<EmulateFma, EmulateFromInteger<arith::SIToFPOp>,
               EmulateFromInteger<arith::UIToFPOp>>(op->getContext(), types);
  if (failed(applyPatternsGreedily(op, std::move(patterns))))
    return failure();
  Widener widener(types);
  WalkResult result = op->walk([&](Operation *op) {
    if (!widener.isNeeded(op))
      return WalkResult::advance();
    if (failed(verifyOwnBody(op)))
      return WalkResult::interrupt();
    widener.widen(op);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
