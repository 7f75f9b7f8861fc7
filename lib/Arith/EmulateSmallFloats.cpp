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

#include "lowp/Dialect/Lowp/IR/GuardedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
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
Value addToOdd(ImplicitLocOpBuilder &b, Value x, Value y) {
  auto add = [&](Value l, Value r) {
    return arith::AddFOp::create(b, l, r).getResult();
  };
  auto subtract = [&](Value l, Value r) {
    return arith::SubFOp::create(b, l, r).getResult();
  };
  // What the sum lacks, exactly (Knuth's two-sum). NaN for infinite ones.
  Value sum = add(x, y), fromY = subtract(sum, x);
  Value lost = add(subtract(x, subtract(sum, fromY)), subtract(y, fromY));
  Value zero = arith::ConstantOp::create(b, b.getF64FloatAttr(0.0));
  Value one = arith::ConstantOp::create(b, b.getI64IntegerAttr(1));
  Value none = arith::ConstantOp::create(b, b.getI64IntegerAttr(0));
  Value bits = arith::BitcastOp::create(b, b.getI64Type(), sum);
  Value isEven = arith::CmpIOp::create(
      b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, one), none);
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, lost, zero);
  // The magnitude grows towards what is lost if that has the sign of the sum.
  Value signs = arith::XOrIOp::create(
      b, bits, arith::BitcastOp::create(b, b.getI64Type(), lost));
  Value grows =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, signs, none);
  Value odd =
      arith::SelectOp::create(b, grows, arith::AddIOp::create(b, bits, one),
                              arith::SubIOp::create(b, bits, one));
  Value moves = arith::AndIOp::create(b, isEven, isInexact);
  return arith::BitcastOp::create(b, b.getF64Type(),
                                  arith::SelectOp::create(b, moves, odd, bits));
}

/// The product of two small floats is exact in f64.
struct EmulateFma : OnSmallFloats<math::FmaOp> {
  using OnSmallFloats::OnSmallFloats;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    if (!isSmall(op.getType()))
      return rewriter.notifyMatchFailure(op, "not a scalar small float");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> wide;
    for (Value operand : op->getOperands())
      wide.push_back(buildExtF(b, b.getLoc(), b.getF64Type(), operand));
    Value product = arith::MulFOp::create(b, wide[0], wide[1]);
    rewriter.replaceOp(op, buildTruncF(b, b.getLoc(), op.getType(),
                                       addToOdd(b, product, wide[2])));
    return success();
  }
};

/// Bits of an i64 that f64 does not hold.
constexpr int64_t kLostBits = 0x7ff;

/// `value`, an i64, with a set bit in place of what f64 cannot hold: the sum of
/// both roundings is then that of one ("round to odd").
Value keepSticky(ImplicitLocOpBuilder &b, Value value, bool isSigned) {
  auto constant = [&](int64_t number) -> Value {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(number));
  };
  Value zero = constant(0);
  constexpr int64_t kExact = int64_t(1) << 53;
  Value shifted =
      isSigned ? arith::AddIOp::create(b, value, constant(kExact)) : value;
  Value isExact =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, shifted,
                            constant(isSigned ? 2 * kExact : kExact));
  Value lost = arith::AndIOp::create(b, value, constant(kLostBits));
  Value isWhole =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lost, zero);
  Value kept = arith::AndIOp::create(b, value, constant(~kLostBits));
  Value odd = arith::OrIOp::create(b, kept, constant(kLostBits + 1));
  Value fits = arith::OrIOp::create(b, isExact, isWhole);
  return arith::SelectOp::create(b, fits, value, odd);
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
      integer = keepSticky(b, integer, isSigned);
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
    Type f32 = Float32Type::get(type.getContext());
    if (auto shaped = dyn_cast<ShapedType>(type))
      return shaped.clone(f32);
    return f32;
  }

  ArrayRef<Type> types;
};

/// The bodies of named operations (linalg.matmul, ...) are not ours to change.
LogicalResult verifyOwnBody(Operation *op) {
  Operation *named = op->getParentOp();
  if (!isa_and_nonnull<linalg::LinalgOp>(named) ||
      isa<linalg::GenericOp, linalg::MapOp, linalg::ReduceOp>(named))
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
