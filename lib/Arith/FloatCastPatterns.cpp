//===- FloatCastPatterns.cpp - Casts of small floats as arithmetic --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both directions work on the bits of a wide float (f32 or f64) and know the
// small format only by its FloatFormat. The one float operation of either
// direction, for subnormals of the small format, has no subnormal operand or
// result that matters, so flushing them (as some devices do) changes nothing.
//
//===----------------------------------------------------------------------===//

#include "lowp/Arith/FloatCasts.h"
#include "lowp/Dialect/Common/FloatMath.h"
#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "lowp/Dialect/Lowp/IR/MXScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::lowp;

static const FloatFormat kFloat16 = {"f16", 5, 10, 15, NonFinite::Ieee};
static const FloatFormat kBFloat16 = {"bf16", 8, 7, 127, NonFinite::Ieee};
static const FloatFormat kTF32 = {"tf32", 8, 10, 127, NonFinite::Ieee};

/// The format of a small type that these patterns write out, or null.
static const FloatFormat *getSmallFormat(Type type) {
  if (type.isF16())
    return &kFloat16;
  if (type.isBF16())
    return &kBFloat16;
  if (isa<FloatTF32Type>(type))
    return &kTF32;
  return getFloatFormat(type);
}

namespace {

/// Where a wide float type keeps its parts.
struct WideFloat {
  FloatType type;
  IntegerType bits;
  unsigned mantissaBits;
  int bias;

  static WideFloat get(Type type) {
    MLIRContext *context = type.getContext();
    if (type.isF64())
      return {Float64Type::get(context), IntegerType::get(context, 64), 52,
              1023};
    return {Float32Type::get(context), IntegerType::get(context, 32), 23, 127};
  }

  unsigned width() const { return bits.getWidth(); }
  uint64_t magnitudeMask() const { return (uint64_t(1) << (width() - 1)) - 1; }
  /// The bits of 2^exponent, which must be a normal number.
  uint64_t powerOfTwo(int exponent) const {
    return uint64_t(exponent + bias) << mantissaBits;
  }
  uint64_t infinity() const { return powerOfTwo(bias + 1); }
  uint64_t quietNaN() const {
    return infinity() | uint64_t(1) << (mantissaBits - 1);
  }
};

/// Shared arithmetic on scalars, or lane by lane on vectors.
class FloatBits {
public:
  FloatBits(OpBuilder &builder, Location loc, Type shape,
            const FloatFormat &small, const WideFloat &wide)
      : b(loc, builder), f(b), shape(shape), small(small), wide(wide) {}

  /// Small codes from wide floats.
  Value encode(Value value);
  /// Wide floats from small codes.
  Value decode(Value code);

  /// `element`, or a vector of it when the operands are vectors.
  Type like(Type element) const { return withElement(shape, element); }

private:
  Value encodeNormal(Value magnitude);
  Value encodeSubnormal(Value magnitude);
  Value encodeMagnitude(Value magnitude);
  Value decodeMagnitude(Value magnitude);

  Value constant(uint64_t bits) { return f.integer(bits, like(wide.bits)); }
  Value asFloat(Value bits) {
    return arith::BitcastOp::create(b, like(wide.type), bits);
  }
  Value asBits(Value value) {
    return arith::BitcastOp::create(b, like(wide.bits), value);
  }
  /// Whether both formats have the same exponents, subnormals included.
  bool sameExponents() const { return small.bias == wide.bias; }
  /// How many mantissa bits the small format lacks.
  unsigned droppedBits() const {
    return wide.mantissaBits - small.mantissaBits;
  }
  /// What separates the exponent fields, in steps of a small code.
  uint64_t biasOffset() const {
    return uint64_t(wide.bias - small.bias) << small.mantissaBits;
  }

  ImplicitLocOpBuilder b;
  FloatMath f;
  Type shape;
  const FloatFormat &small;
  WideFloat wide;
};

} // namespace

/// Rounds in the integer: codes are consecutive, so a carry into the next
/// binade, or out of the last one, needs no special case.
Value FloatBits::encodeNormal(Value magnitude) {
  unsigned dropped = droppedBits();
  Value odd = f.mask(f.shiftRight(magnitude, dropped), 1);
  int64_t justUnderHalf = (int64_t(1) << (dropped - 1)) - 1;
  Value raised = f.addBits(f.addBits(magnitude, justUnderHalf), odd);
  return f.subBits(f.shiftRight(raised, dropped), constant(biasOffset()));
}

/// Lets a float addition round: beside this power of two, one unit in the last
/// place is the spacing of the small format's subnormals.
Value FloatBits::encodeSubnormal(Value magnitude) {
  int exponent =
      small.minExponent() - int(small.mantissaBits) + int(wide.mantissaBits);
  Value power = constant(wide.powerOfTwo(exponent));
  return f.subBits(asBits(f.add(asFloat(magnitude), asFloat(power))), power);
}

Value FloatBits::encodeMagnitude(Value magnitude) {
  Value code = encodeNormal(magnitude);
  if (!sameExponents()) {
    Value isSmall = f.compare(arith::CmpIPredicate::ult, magnitude,
                              wide.powerOfTwo(small.minExponent()));
    code = f.select(isSmall, encodeSubnormal(magnitude), code);
  }
  // Infinity is the code after the largest finite one, or NaN where there is no
  // infinity; formats with neither stay at the largest one.
  bool hasNonFinite = small.nonFinite != NonFinite::None;
  uint64_t overflow = small.maxFiniteCode() + (hasNonFinite ? 1 : 0);
  Value tooLarge =
      f.compare(arith::CmpIPredicate::ugt, code, small.maxFiniteCode());
  code = f.select(tooLarge, constant(overflow), code);
  uint64_t nan = hasNonFinite ? small.nanCode() : small.maxFiniteCode();
  Value isNaN =
      f.compare(arith::CmpIPredicate::ugt, magnitude, wide.infinity());
  return f.select(isNaN, constant(nan), code);
}

Value FloatBits::encode(Value value) {
  Value bits = asBits(value);
  Value magnitude = f.mask(bits, wide.magnitudeMask());
  Value sign =
      f.shiftLeft(f.shiftRight(bits, wide.width() - 1), small.width() - 1);
  // Without a NaN of its own, NaN is the largest positive value.
  if (small.nonFinite == NonFinite::None)
    sign = f.select(
        f.compare(arith::CmpIPredicate::ugt, magnitude, wide.infinity()),
        constant(0), sign);
  return f.either(encodeMagnitude(magnitude), sign);
}

Value FloatBits::decodeMagnitude(Value magnitude) {
  Value result = f.shiftLeft(f.addBits(magnitude, biasOffset()), droppedBits());
  if (!sameExponents()) {
    Value spacing = asFloat(constant(
        wide.powerOfTwo(small.minExponent() - int(small.mantissaBits))));
    Value steps = arith::UIToFPOp::create(b, like(wide.type), magnitude);
    Value subnormal = f.mul(steps, spacing);
    Value isSubnormal = f.compare(arith::CmpIPredicate::ult, magnitude,
                                  uint64_t(1) << small.mantissaBits);
    result = f.select(isSubnormal, asBits(subnormal), result);
  }
  if (small.nonFinite == NonFinite::None)
    return result;
  uint64_t afterLargest = small.maxFiniteCode() + 1;
  if (small.nonFinite == NonFinite::Ieee)
    result =
        f.select(f.compare(arith::CmpIPredicate::eq, magnitude, afterLargest++),
                 constant(wide.infinity()), result);
  Value isNaN = f.compare(arith::CmpIPredicate::uge, magnitude, afterLargest);
  return f.select(isNaN, constant(wide.quietNaN()), result);
}

Value FloatBits::decode(Value code) {
  uint64_t mask = (uint64_t(1) << (small.width() - 1)) - 1;
  Value magnitude = f.mask(code, mask);
  Value sign =
      f.shiftLeft(f.shiftRight(code, small.width() - 1), wide.width() - 1);
  return asFloat(f.either(asBits(decodeMagnitude(magnitude)), sign));
}

namespace {

bool isWide(Type type) { return type.isF32() || type.isF64(); }

bool is16Bit(Type type) { return type.isF16() || type.isBF16(); }

/// `value`, of f32, as `type`.
Value castFromF32(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (bits > 32)
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

/// truncf from f64 or what is narrower to a small format.
struct ExpandTruncF : OpRewritePattern<arith::TruncFOp> {
  ExpandTruncF(MLIRContext *context, bool include16Bit)
      : OpRewritePattern(context), include16Bit(include16Bit) {}

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn().getType());
    Type to = getElementTypeOrSelf(op.getType());
    const FloatFormat *format = getSmallFormat(to);
    if (!format)
      return rewriter.notifyMatchFailure(op, "not a small format");
    // By way of f64 a value would be rounded twice.
    if (from.getIntOrFloatBitWidth() > 64)
      return rewriter.notifyMatchFailure(op, "wider than f64");
    if (from.isF32() && is16Bit(to) && !include16Bit)
      return rewriter.notifyMatchFailure(op, "left to the back end");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return rewriter.notifyMatchFailure(op, "expected to_nearest_even");

    Location loc = op.getLoc();
    Value in = op.getIn();
    FloatBits bits(rewriter, loc, op.getType(), *format, WideFloat::get(from));
    if (!isWide(from))
      in = arith::ExtFOp::create(rewriter, loc,
                                 bits.like(rewriter.getF32Type()), in);
    Type codeType = bits.like(rewriter.getIntegerType(format->width()));
    Value code =
        arith::TruncIOp::create(rewriter, loc, codeType, bits.encode(in));
    rewriter.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), code);
    return success();
  }

private:
  bool include16Bit;
};

/// extf from a small format. Every format here is exact in f32, and so is the
/// rest of the way.
struct ExpandExtF : OpRewritePattern<arith::ExtFOp> {
  ExpandExtF(MLIRContext *context, bool include16Bit)
      : OpRewritePattern(context), include16Bit(include16Bit) {}

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn().getType());
    const FloatFormat *format = getSmallFormat(from);
    if (!format || (is16Bit(from) && !include16Bit))
      return rewriter.notifyMatchFailure(op, "not a format to expand");

    Location loc = op.getLoc();
    FloatBits bits(rewriter, loc, op.getType(), *format,
                   WideFloat::get(rewriter.getF32Type()));
    Value code = arith::BitcastOp::create(
        rewriter, loc, bits.like(rewriter.getIntegerType(format->width())),
        op.getIn());
    Value wideCode = arith::ExtUIOp::create(
        rewriter, loc, bits.like(rewriter.getI32Type()), code);
    rewriter.replaceOp(
        op, castFromF32(rewriter, loc, bits.decode(wideCode), op.getType()));
    return success();
  }

private:
  bool include16Bit;
};

/// extf from e8m0: exact, and into that format there is no cast, because none
/// says how it would round.
LogicalResult expandExtFOfPowerOfTwo(arith::ExtFOp op,
                                     PatternRewriter &rewriter) {
  if (!isa<Float8E8M0FNUType>(getElementTypeOrSelf(op.getIn().getType())))
    return rewriter.notifyMatchFailure(op, "not from f8E8M0FNU");
  Location loc = op.getLoc();
  Value value =
      buildMXScaleDecode(rewriter, loc, op.getIn(), ScaleConvention::Decode);
  rewriter.replaceOp(op, castFromF32(rewriter, loc, value, op.getType()));
  return success();
}
} // namespace

void mlir::lowp::populateExpandFloatCastsPatterns(RewritePatternSet &patterns,
                                                  bool include16Bit) {
  patterns.add<ExpandTruncF, ExpandExtF>(patterns.getContext(), include16Bit);
  patterns.add(expandExtFOfPowerOfTwo);
}
