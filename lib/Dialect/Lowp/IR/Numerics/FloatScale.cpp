//===- FloatScale.cpp - The formula of fp8 recipes with f32 scales --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "ScaleFormula.h"
#include "lowp/Dialect/Lowp/IR/LaneArithmetic.h"
#include "mlir/IR/TypeUtilities.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;

/// The type that a division is done in.
static Type getPrecision(LaneArithmetic &a, NumericsAttr numerics) {
  if (numerics.getDivision() == Division::F64)
    return a.b.getF64Type();
  return a.b.getF32Type();
}

/// `maximum(amax, eps)`, in the precision of the division; NaN stays NaN.
static Value buildRaised(LaneArithmetic &a, Value amax, NumericsAttr numerics) {
  Type precision = getPrecision(a, numerics);
  if (precision.isF64())
    amax = a.widen(precision, amax);
  if (numerics.getEps() > 0.0)
    amax = a.maximum(amax, a.constant(precision, numerics.getEps()));
  return amax;
}

/// One divided by the other, rounded to f32 once, or with one more rounding
/// for the reciprocal.
static Value divide(LaneArithmetic &a, Value dividend, Value divisor,
                    NumericsAttr numerics) {
  switch (numerics.getDivision()) {
  case Division::Reciprocal:
    return a.product(dividend, a.reciprocal(divisor));
  case Division::F64:
    return a.narrow(a.b.getF32Type(), a.quotient(dividend, divisor));
  case Division::F32:
    break;
  }
  return a.quotient(dividend, divisor);
}

Value mlir::lowp::selectOrdinary(LaneArithmetic &a, Value amax, Value ordinary,
                                 Value degenerate) {
  // Ordered comparisons are false for NaN: only ordinary blocks pass both.
  Type type = getElementTypeOrSelf(amax.getType());
  Value positive =
      a.compare(arith::CmpFPredicate::OGT, amax, a.constant(type, 0.0));
  Value finite =
      a.compare(arith::CmpFPredicate::OLT, amax,
                a.constant(type, std::numeric_limits<double>::infinity()));
  return a.select(a.bitAnd(positive, finite), ordinary, degenerate);
}

/// The largest factor there may be where the factor of a tiny amax is infinite.
static Value replaceInfinity(LaneArithmetic &a, Value factor,
                             NumericsAttr numerics) {
  Value overflows =
      a.compare(arith::CmpFPredicate::OEQ, factor,
                a.number(std::numeric_limits<double>::infinity()));
  return a.select(overflows, a.number(numerics.getLargestFactorValue()),
                  factor);
}

/// The f32 of `bits` without its mantissa; NaN where `factor` is NaN.
static Value clearMantissa(LaneArithmetic &a, Value bits, Value factor) {
  constexpr uint32_t signAndExponent = 0xFF800000;
  Value rounded = a.fromBits(a.bitAnd(bits, a.word(signAndExponent)));
  return a.select(a.isNaN(factor), factor, rounded);
}

/// Exact for 0, infinity and every normal number, and the encode factor of a
/// finite amax is normal.
static Value roundDownToPowerOfTwo(LaneArithmetic &a, Value factor) {
  return clearMantissa(a, a.bits(factor), factor);
}

/// A mantissa carries into the exponent, also of a subnormal number, which
/// becomes 2^-126. 0 and infinity stay.
static Value roundUpToPowerOfTwo(LaneArithmetic &a, Value factor) {
  constexpr uint32_t mantissa = 0x007FFFFF;
  return clearMantissa(a, a.add(a.bits(factor), a.word(mantissa)), factor);
}

/// max / amax, with the decode factor as its reciprocal.
static ScaleFactors buildEncodeFirst(LaneArithmetic &a, Value raised, Value max,
                                     NumericsAttr numerics) {
  Value encode = divide(a, max, raised, numerics);
  if (numerics.getDegenerate() == DegenerateAmax::Unit)
    encode = selectOrdinary(a, raised, replaceInfinity(a, encode, numerics),
                            a.number(1.0));
  if (numerics.getPowerOfTwo())
    encode = roundDownToPowerOfTwo(a, encode);
  return {encode, a.reciprocal(encode)};
}

/// amax / max, with the encode factor as its reciprocal.
static ScaleFactors buildDecodeFirst(LaneArithmetic &a, Value raised, Value max,
                                     NumericsAttr numerics) {
  Value decode = divide(a, raised, max, numerics);
  bool isUnit = numerics.getDegenerate() == DegenerateAmax::Unit;
  if (isUnit)
    decode = selectOrdinary(a, raised, decode, a.number(1.0));
  if (numerics.getPowerOfTwo())
    decode = roundUpToPowerOfTwo(a, decode);
  Value encode = a.reciprocal(decode);
  return {isUnit ? replaceInfinity(a, encode, numerics) : encode, decode};
}

ScaleFactors mlir::lowp::buildScaleFactors(LaneArithmetic &a, Value amax,
                                           double max, NumericsAttr numerics) {
  Value raised = buildRaised(a, amax, numerics);
  Value largest = a.constant(getPrecision(a, numerics), max);
  if (numerics.getQuotient() == Quotient::Decode)
    return buildDecodeFirst(a, raised, largest, numerics);
  return buildEncodeFirst(a, raised, largest, numerics);
}

BlockScale mlir::lowp::buildFloatScale(OpBuilder &builder, Location loc,
                                       Value amax, const FloatFormat &format,
                                       NumericsAttr numerics,
                                       ScaleConvention convention) {
  LaneArithmetic a(builder, loc, amax.getType());
  ScaleFactors factors =
      buildScaleFactors(a, amax, format.maxFinite(), numerics);
  bool storesEncode = convention == ScaleConvention::Encode;
  return {factors.encode, storesEncode ? factors.encode : factors.decode};
}

Value mlir::lowp::buildFloatScaleDecode(OpBuilder &builder, Location loc,
                                        Value stored,
                                        ScaleConvention convention) {
  if (convention == ScaleConvention::Decode)
    return stored;
  return LaneArithmetic(builder, loc, stored.getType()).reciprocal(stored);
}

LogicalResult mlir::lowp::verifyFloatScaleNumerics(
    llvm::function_ref<InFlightDiagnostic()> emitError, Attribute recipe,
    NumericsAttr numerics) {
  // quantize-C2, operand_recipe-C3.
  if (numerics.getScaleRounding() != ScaleRounding::None)
    return emitError() << "expected 'scale_rounding = none' for the scales of "
                       << recipe << ", which are no e8m0, got '"
                       << stringifyScaleRounding(numerics.getScaleRounding())
                       << "'; #lowp.numerics<torchao>, for example, has it";
  if (numerics.getDegenerate() != DegenerateAmax::Saturate)
    return success();
  return emitError() << "expected 'degenerate = propagate' or 'unit' for the "
                        "scales of "
                     << recipe << ", which are no e8m0, got 'saturate'";
}
