//===- NVFP4Scale.cpp - The formulas of NVFP4's two levels ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/NVFP4Scale.h"
#include "ScaleFormula.h"
#include "lowp/Dialect/Lowp/IR/LaneArithmetic.h"
#include "lowp/Support/FloatFormat.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::lowp;

/// The largest value of a block scale.
static double getLargestBlockScale() { return kFloat8E4M3FN.maxFinite(); }

/// The smallest one that is normal.
static double getSmallestNormalBlockScale() {
  return std::ldexp(1.0, kFloat8E4M3FN.minExponent());
}

/// Whether factors of the matrix and of blocks are decode factors that are
/// divided by, instead of encode factors to multiply with.
static bool dividesByScales(NumericsAttr numerics) {
  return numerics.getQuotient() == Quotient::Decode;
}

BlockScale mlir::lowp::buildGlobalNVFP4Scale(OpBuilder &builder, Location loc,
                                             Value amax,
                                             const FloatFormat &format,
                                             NumericsAttr numerics,
                                             ScaleConvention convention) {
  LaneArithmetic a(builder, loc, amax.getType());
  if (numerics.getMatrixScale() == MatrixScale::Unit)
    return {a.number(1.0), a.number(1.0)};
  double max = format.maxFinite() * getLargestBlockScale();
  ScaleFactors factors = buildScaleFactors(a, amax, max, numerics);
  bool storesEncode = convention == ScaleConvention::Encode;
  return {dividesByScales(numerics) ? factors.decode : factors.encode,
          storesEncode ? factors.encode : factors.decode};
}

/// `wanted` in e4m3, at most the largest one and, if small scales are raised,
/// at least the smallest normal one.
static Value roundBlockScale(LaneArithmetic &a, Value wanted,
                             NumericsAttr numerics) {
  if (numerics.getSmallScales() == SmallScales::Normal)
    wanted = a.maximum(wanted, a.number(getSmallestNormalBlockScale()));
  wanted = a.minimum(wanted, a.number(getLargestBlockScale()));
  return a.narrow(Float8E4M3FNType::get(a.b.getContext()), wanted);
}

BlockScale mlir::lowp::buildNVFP4Scale(OpBuilder &builder, Location loc,
                                       Value amax, Value global,
                                       const FloatFormat &format,
                                       NumericsAttr numerics, ScaleConvention) {
  LaneArithmetic a(builder, loc, amax.getType());
  bool divides = dividesByScales(numerics);
  Value ratio = a.quotient(amax, a.number(format.maxFinite()));
  Value wanted = divides ? a.quotient(ratio, global) : a.product(ratio, global);
  Value stored = roundBlockScale(a, wanted, numerics);
  Value scale = a.widen(a.b.getF32Type(), stored);
  Value inverse = a.reciprocal(global);
  Value encode = divides ? a.quotient(inverse, scale)
                         : a.reciprocal(a.product(scale, inverse));
  // A block scale of 0 has an infinite reciprocal, which would make NaN of 0.
  encode = a.minimum(encode, a.number(std::numeric_limits<float>::max()));
  return {encode, stored};
}

Value mlir::lowp::buildNVFP4ScaleDecode(OpBuilder &builder, Location loc,
                                        Value stored, Value globalStored,
                                        ScaleConvention convention) {
  LaneArithmetic a(builder, loc, stored.getType());
  Value global = globalStored;
  if (convention == ScaleConvention::Encode)
    global = a.reciprocal(global);
  return a.product(a.widen(a.b.getF32Type(), stored), global);
}

LogicalResult mlir::lowp::verifyNVFP4ScaleNumerics(
    llvm::function_ref<InFlightDiagnostic()> emitError, Attribute recipe,
    NumericsAttr numerics) {
  // quantize-C2, operand_recipe-C3.
  if (numerics.getScaleRounding() == ScaleRounding::None &&
      !numerics.getPowerOfTwo() &&
      numerics.getDegenerate() != DegenerateAmax::Saturate &&
      numerics.getSmallScales() != SmallScales::Unit)
    return success();
  return emitError()
         << "expected 'scale_rounding = none', 'power_of_two = false', "
            "'degenerate = propagate' or 'unit' and 'small_scales = exact' or "
            "'normal' for the e4m3 scales of "
         << recipe << ", got " << numerics
         << "; #lowp.numerics<transformer_engine>, for example, has them";
}
