//===- MXScale.cpp - The formulas of e8m0 scales --------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An e8m0 code is the exponent field of an f32, so that all formulas work on
// the bits of amax: a code is what remains above the mantissa.
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/MXScale.h"
#include "ScaleFormula.h"
#include "lowp/Dialect/Lowp/IR/LaneArithmetic.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

static constexpr uint32_t kMantissaMask = 0x7FFFFF;
static constexpr uint32_t kNaNCode = 0xFF;
static constexpr uint32_t kUnitCode = 127;
static constexpr uint32_t kLargestCode = 254;
/// The code of 2^-126, the smallest scale that is a normal f32.
static constexpr uint32_t kSmallestNormalCode = 1;
/// The bits of 2^-127, the one code whose value is a subnormal f32.
static constexpr uint32_t kSmallestScaleBits = 0x00400000;

/// The exponent field of a non-negative f32.
static Value exponentField(LaneArithmetic &a, Value value) {
  return a.shiftRight(a.bits(value), a.word(kMantissaBits));
}

/// 1 where the bit pattern has a mantissa above `limit`, else 0.
static Value mantissaExceeds(LaneArithmetic &a, Value value, Value limit) {
  Value mantissa = a.bitAnd(a.bits(value), a.word(kMantissaMask));
  Value exceeds = a.compare(arith::CmpIPredicate::ugt, mantissa, limit);
  return a.extend(a.b.getI32Type(), exceeds);
}

/// Exponent field of amax less that of the format's largest power of two, at
/// least 0.
static Value rebase(LaneArithmetic &a, Value field, const FloatFormat &format) {
  Value rebased = a.subtract(field, a.word(format.maxExponent()));
  return a.signedMaximum(rebased, a.word(0));
}

/// amax with its mantissa rounded to that of the format, half away from zero.
/// 2^128 has the bits of infinity, whose exponent field is right; NaN stays.
static Value roundToFormat(LaneArithmetic &a, Value amax,
                           const FloatFormat &format) {
  uint32_t half = 1u << (kMantissaBits - format.mantissaBits - 1);
  Value raised = a.add(a.bits(amax), a.word(half));
  Value rounded = a.fromBits(a.bitAnd(raised, a.word(~kMantissaMask)));
  return a.select(a.isNaN(amax), amax, rounded);
}

/// The smallest code whose value is at least `value`.
static Value roundUp(LaneArithmetic &a, Value value) {
  Value field = exponentField(a, value);
  // Below the normal numbers code 0 stands for 2^-127, half of the range.
  Value isSubnormal = a.compare(arith::CmpIPredicate::eq, field, a.word(0));
  Value limit = a.select(isSubnormal, a.word(kSmallestScaleBits), a.word(0));
  Value code = a.add(field, mantissaExceeds(a, value, limit));
  code.getDefiningOp()->setAttr(kMXRoundUpAttrName, a.b.getUnitAttr());
  return code;
}

Value mlir::lowp::matchMXRoundUp(Operation *op) {
  auto code = dyn_cast<arith::AddIOp>(op);
  if (!code || !code->hasAttr(kMXRoundUpAttrName))
    return {};
  auto field = code.getLhs().getDefiningOp<arith::ShRUIOp>();
  auto bits =
      field ? field.getLhs().getDefiningOp<arith::BitcastOp>() : nullptr;
  bool isF32 = bits && getElementTypeOrSelf(bits.getIn().getType()).isF32();
  return isF32 ? bits.getIn() : Value();
}

/// The code for a finite amax. That of infinity is the one of 2^128, but for
/// `rceil`, which has none for it: 255.
static Value buildCode(LaneArithmetic &a, Value amax, const FloatFormat &format,
                       ScaleRounding rounding) {
  if (rounding == ScaleRounding::RCeil) {
    auto inverse = static_cast<float>(1.0 / format.maxFinite());
    return roundUp(a, a.product(amax, a.number(inverse)));
  }
  if (rounding == ScaleRounding::Even)
    amax = roundToFormat(a, amax, format);
  Value field = exponentField(a, amax);
  if (rounding == ScaleRounding::Ceil)
    field = a.add(field, mantissaExceeds(a, amax, a.word(0)));
  return rebase(a, field, format);
}

/// `code`, the one of `amax`, where amax is an ordinary number; what
/// `degenerate` asks for where it is not.
static Value replaceDegenerate(LaneArithmetic &a, Value amax, Value code,
                               DegenerateAmax degenerate) {
  if (degenerate == DegenerateAmax::Unit)
    return selectOrdinary(a, amax, code, a.word(kUnitCode));
  if (degenerate == DegenerateAmax::Saturate) {
    Value saturated = a.unsignedMinimum(code, a.word(kLargestCode));
    return a.select(a.isNaN(amax), a.word(kNaNCode), saturated);
  }
  Value isFinite = a.compare(arith::CmpFPredicate::OLT, amax,
                             a.number(std::numeric_limits<double>::infinity()));
  return a.select(isFinite, code, a.word(kNaNCode));
}

/// The f32 that a code stands for.
static Value decodeCode(LaneArithmetic &a, Value code) {
  Value value = a.shiftLeft(code, a.word(kMantissaBits));
  Value isZero = a.compare(arith::CmpIPredicate::eq, code, a.word(0));
  value = a.select(isZero, a.word(kSmallestScaleBits), value);
  Value isNaN = a.compare(arith::CmpIPredicate::eq, code, a.word(kNaNCode));
  constexpr uint32_t quietNaN = 0x7FC00000;
  return a.fromBits(a.select(isNaN, a.word(quietNaN), value));
}

/// The code of the reciprocal; NaN stays.
static Value invertCode(LaneArithmetic &a, Value code) {
  Value isNaN = a.compare(arith::CmpIPredicate::eq, code, a.word(kNaNCode));
  Value inverse = a.subtract(a.word(kLargestCode), code);
  return a.select(isNaN, code, inverse);
}

static Value storeCode(LaneArithmetic &a, Value code) {
  Value byte = a.truncate(a.b.getI8Type(), code);
  return a.bitcast(Float8E8M0FNUType::get(a.b.getContext()), byte);
}

/// What data of a block with `code` are multiplied with.
static Value buildEncodeFactor(LaneArithmetic &a, Value code,
                               SmallScales smallScales) {
  Value factor = decodeCode(a, invertCode(a, code));
  if (smallScales == SmallScales::Exact)
    return factor;
  Value isZero = a.compare(arith::CmpIPredicate::eq, code, a.word(0));
  if (smallScales == SmallScales::Unit)
    return a.select(isZero, a.number(1.0), factor);
  // A code is the exponent field of an f32 here: 255 is that of infinity.
  Value smallest = a.word(kLargestCode - kSmallestNormalCode);
  factor = a.select(isZero, decodeCode(a, smallest), factor);
  Value isNaN = a.compare(arith::CmpIPredicate::eq, code, a.word(kNaNCode));
  return a.select(isNaN, a.number(0.0), factor);
}

BlockScale mlir::lowp::buildMXScale(OpBuilder &builder, Location loc,
                                    Value amax, const FloatFormat &format,
                                    NumericsAttr numerics,
                                    ScaleConvention convention) {
  LaneArithmetic a(builder, loc, amax.getType());
  if (numerics.getEps() > 0.0)
    amax = a.maximum(amax, a.number(numerics.getEps()));
  Value code = buildCode(a, amax, format, numerics.getScaleRounding());
  code = replaceDegenerate(a, amax, code, numerics.getDegenerate());
  bool storesEncode = convention == ScaleConvention::Encode;
  return {buildEncodeFactor(a, code, numerics.getSmallScales()),
          storeCode(a, storesEncode ? invertCode(a, code) : code)};
}

Value mlir::lowp::buildMXScaleDecode(OpBuilder &builder, Location loc,
                                     Value stored, ScaleConvention convention) {
  LaneArithmetic a(builder, loc, stored.getType());
  Value byte = a.bitcast(a.b.getI8Type(), stored);
  Value code = a.extend(a.b.getI32Type(), byte);
  if (convention == ScaleConvention::Encode)
    code = invertCode(a, code);
  return decodeCode(a, code);
}

LogicalResult mlir::lowp::verifyMXScaleNumerics(
    llvm::function_ref<InFlightDiagnostic()> emitError, Attribute recipe,
    NumericsAttr numerics) {
  // quantize-C2, operand_recipe-C3.
  if (numerics.getScaleRounding() != ScaleRounding::None)
    return success();
  return emitError() << "expected numerics with a 'scale_rounding' (floor, "
                        "ceil, even or rceil) for the e8m0 scales of "
                     << recipe
                     << ", got none; #lowp.numerics<mx_rceil>, for example, "
                        "has one";
}
