//===- FloatScale.cpp - The formula of fp8 recipes with f32 scales --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "LaneArithmetic.h"
#include "ScaleFormula.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using ::lowp::FloatFormat;

/// `max / maximum(amax, eps)`; NaN stays NaN. In double precision the result
/// is rounded once, to f32.
static Value divideIntoMax(LaneArithmetic &a, Value amax, double max,
                           NumericsAttr numerics) {
  bool isDouble = numerics.getDivision() == Division::F64;
  Type precision = isDouble ? Type(a.b.getF64Type()) : a.b.getF32Type();
  if (isDouble)
    amax = a.widen(precision, amax);
  if (numerics.getEps() > 0.0)
    amax = a.maximum(amax, a.constant(precision, numerics.getEps()));
  Value scale = a.quotient(a.constant(precision, max), amax);
  return isDouble ? a.narrow(a.b.getF32Type(), scale) : scale;
}

Value mlir::lowp::selectOrdinary(LaneArithmetic &a, Value amax, Value ordinary,
                                 Value degenerate) {
  // Ordered comparisons are false for NaN: only ordinary blocks pass both.
  Value positive = a.compare(arith::CmpFPredicate::OGT, amax, a.number(0.0));
  Value finite = a.compare(arith::CmpFPredicate::OLT, amax,
                           a.number(std::numeric_limits<double>::infinity()));
  return a.select(a.bitAnd(positive, finite), ordinary, degenerate);
}

/// 1 for an amax of zero, infinity or NaN; the largest f32 where the scale of
/// a tiny amax became infinite.
static Value handleDegenerate(LaneArithmetic &a, Value scale, Value amax) {
  Value overflows =
      a.compare(arith::CmpFPredicate::OEQ, scale,
                a.number(std::numeric_limits<double>::infinity()));
  scale =
      a.select(overflows, a.number(std::numeric_limits<float>::max()), scale);
  return selectOrdinary(a, amax, scale, a.number(1.0));
}

Value mlir::lowp::buildEncodeFactor(LaneArithmetic &a, Value amax, double max,
                                    NumericsAttr numerics) {
  Value scale = divideIntoMax(a, amax, max, numerics);
  if (numerics.getDegenerate() == DegenerateAmax::Unit)
    return handleDegenerate(a, scale, amax);
  return scale;
}

/// Clears the mantissa. Exact for 0, infinity and every normal number, and the
/// scale of a finite amax is normal; NaN would become infinity and is kept.
static Value roundDownToPowerOfTwo(LaneArithmetic &a, Value scale) {
  constexpr uint32_t signAndExponent = 0xFF800000;
  Value rounded = a.fromBits(a.bitAnd(a.bits(scale), a.word(signAndExponent)));
  return a.select(a.isNaN(scale), scale, rounded);
}

BlockScale mlir::lowp::buildFloatScale(OpBuilder &builder, Location loc,
                                       Value amax, const FloatFormat &format,
                                       NumericsAttr numerics,
                                       ScaleConvention convention) {
  LaneArithmetic a(builder, loc, amax.getType());
  Value encode = buildEncodeFactor(a, amax, format.maxFinite(), numerics);
  if (numerics.getPowerOfTwo())
    encode = roundDownToPowerOfTwo(a, encode);
  bool storesEncode = convention == ScaleConvention::Encode;
  return {encode, storesEncode ? encode : a.reciprocal(encode)};
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
  if (numerics.getScaleRounding() == ScaleRounding::None)
    return success();
  return emitError() << "expected 'scale_rounding = none' for the scales of "
                     << recipe << ", which are no e8m0, got '"
                     << stringifyScaleRounding(numerics.getScaleRounding())
                     << "'; #lowp.numerics<torchao>, for example, has it";
}

bool mlir::lowp::isFloatScaleElement(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

StringRef mlir::lowp::describeFloatScaleElements() {
  return "f8E4M3FN or f8E5M2";
}

Type mlir::lowp::getFloatScaleType(MLIRContext *context) {
  return Float32Type::get(context);
}
