//===- FloatScale.cpp - The formula of fp8 recipes with f32 scales --------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/FloatScale.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::lowp;
using ::lowp::FloatFormat;

namespace {
/// Builds the steps of the formula on scalars, or lane by lane on vectors.
class FloatScaleBuilder {
public:
  FloatScaleBuilder(OpBuilder &builder, Location loc, Type shape)
      : b(loc, builder), shape(shape) {}

  Value divideIntoMax(Value amax, double max, double eps, Division division);
  Value handleDegenerate(Value scale, Value amax);
  Value roundDownToPowerOfTwo(Value scale);
  Value reciprocal(Value scale);

private:
  /// `element`, or a vector of it when the operands are vectors.
  Type like(Type element);
  Value constant(Type element, double value);
  Value constant(Type element, uint64_t bits);
  Value splat(TypedAttr element);

  ImplicitLocOpBuilder b;
  Type shape;
};
} // namespace

Type FloatScaleBuilder::like(Type element) {
  if (auto shaped = dyn_cast<ShapedType>(shape))
    return shaped.clone(element);
  return element;
}

Value FloatScaleBuilder::splat(TypedAttr element) {
  TypedAttr value = element;
  if (auto shaped = dyn_cast<ShapedType>(like(element.getType())))
    value = SplatElementsAttr::get(shaped, Attribute(element));
  return arith::ConstantOp::create(b, value);
}

Value FloatScaleBuilder::constant(Type element, double value) {
  return splat(b.getFloatAttr(element, value));
}

Value FloatScaleBuilder::constant(Type element, uint64_t bits) {
  return splat(b.getIntegerAttr(
      element, llvm::APInt(element.getIntOrFloatBitWidth(), bits)));
}

/// `max / maximum(amax, eps)`; NaN stays NaN. In double precision the result
/// is rounded once, to f32.
Value FloatScaleBuilder::divideIntoMax(Value amax, double max, double eps,
                                       Division division) {
  bool isDouble = division == Division::F64;
  Type precision = isDouble ? b.getF64Type() : b.getF32Type();
  if (isDouble)
    amax = arith::ExtFOp::create(b, like(precision), amax);
  if (eps > 0.0)
    amax = arith::MaximumFOp::create(b, amax, constant(precision, eps));
  Value scale = arith::DivFOp::create(b, constant(precision, max), amax);
  if (isDouble)
    scale = arith::TruncFOp::create(b, like(b.getF32Type()), scale);
  return scale;
}

/// 1 for an amax of zero, infinity or NaN; the largest f32 where the scale of
/// a tiny amax became infinite.
Value FloatScaleBuilder::handleDegenerate(Value scale, Value amax) {
  Type f32 = b.getF32Type();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<float>::max();
  Value overflows = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, scale,
                                          constant(f32, infinity));
  scale = arith::SelectOp::create(b, overflows, constant(f32, largest), scale);
  // Ordered comparisons are false for NaN: only ordinary blocks pass both.
  Value positive = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, amax,
                                         constant(f32, 0.0));
  Value finite = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, amax,
                                       constant(f32, infinity));
  Value ordinary = arith::AndIOp::create(b, positive, finite);
  return arith::SelectOp::create(b, ordinary, scale, constant(f32, 1.0));
}

/// Clears the mantissa. Exact for 0, infinity and every normal number, and the
/// scale of a finite amax is normal; NaN would become infinity and is kept.
Value FloatScaleBuilder::roundDownToPowerOfTwo(Value scale) {
  Type i32 = b.getI32Type();
  Value bits = arith::BitcastOp::create(b, like(i32), scale);
  constexpr uint64_t signAndExponent = 0xFF800000;
  Value masked = arith::AndIOp::create(b, bits, constant(i32, signAndExponent));
  Value rounded = arith::BitcastOp::create(b, scale.getType(), masked);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, scale, scale);
  return arith::SelectOp::create(b, isNaN, scale, rounded);
}

Value FloatScaleBuilder::reciprocal(Value scale) {
  return arith::DivFOp::create(b, constant(b.getF32Type(), 1.0), scale);
}

BlockScale mlir::lowp::buildFloatScale(OpBuilder &builder, Location loc,
                                       Value amax, const FloatFormat &format,
                                       NumericsAttr numerics,
                                       ScaleConvention convention) {
  FloatScaleBuilder formula(builder, loc, amax.getType());
  Value encode = formula.divideIntoMax(
      amax, format.maxFinite(), numerics.getEps(), numerics.getDivision());
  if (numerics.getDegenerate() == DegenerateAmax::Unit)
    encode = formula.handleDegenerate(encode, amax);
  if (numerics.getPowerOfTwo())
    encode = formula.roundDownToPowerOfTwo(encode);
  bool storesEncode = convention == ScaleConvention::Encode;
  return {encode, storesEncode ? encode : formula.reciprocal(encode)};
}

Value mlir::lowp::buildFloatDecodeFactor(OpBuilder &builder, Location loc,
                                         Value stored,
                                         ScaleConvention convention) {
  if (convention == ScaleConvention::Decode)
    return stored;
  return FloatScaleBuilder(builder, loc, stored.getType()).reciprocal(stored);
}

bool mlir::lowp::isFloat8WithFloatScale(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

StringRef mlir::lowp::describeFloat8WithFloatScale() {
  return "f8E4M3FN or f8E5M2";
}

StringRef mlir::lowp::describeFloatFormats() { return "f8E4M3FN, f8E5M2"; }

const FloatFormat *mlir::lowp::getFloatFormat(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return &::lowp::kFloat8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return &::lowp::kFloat8E5M2;
  return nullptr;
}
