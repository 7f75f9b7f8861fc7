//===- NVFP4Scale.cpp - The formulas of NVFP4's two levels ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/Lowp/IR/NVFP4Scale.h"
#include "LaneArithmetic.h"
#include "ScaleFormula.h"
#include "lowp/Support/FloatFormat.h"

#include <limits>

using namespace mlir;
using namespace mlir::lowp;
using ::lowp::FloatFormat;

/// The largest value of a block scale.
static double getLargestBlockScale() {
  return ::lowp::kFloat8E4M3FN.maxFinite();
}

BlockScale mlir::lowp::buildGlobalNVFP4Scale(OpBuilder &builder, Location loc,
                                             Value amax,
                                             const FloatFormat &format,
                                             NumericsAttr numerics,
                                             ScaleConvention convention) {
  LaneArithmetic a(builder, loc, amax.getType());
  double max = format.maxFinite() * getLargestBlockScale();
  Value encode = buildEncodeFactor(a, amax, max, numerics);
  bool storesEncode = convention == ScaleConvention::Encode;
  return {encode, storesEncode ? encode : a.reciprocal(encode)};
}

/// e4m3(amax / max * globalEncode), at most the largest e4m3.
static Value buildBlockScale(LaneArithmetic &a, Value amax, Value globalEncode,
                             double max) {
  Value scale = a.product(a.quotient(amax, a.number(max)), globalEncode);
  scale = a.minimum(scale, a.number(getLargestBlockScale()));
  return a.narrow(Float8E4M3FNType::get(a.b.getContext()), scale);
}

BlockScale mlir::lowp::buildNVFP4Scale(OpBuilder &builder, Location loc,
                                       Value amax, Value globalEncode,
                                       const FloatFormat &format, NumericsAttr,
                                       ScaleConvention) {
  LaneArithmetic a(builder, loc, amax.getType());
  Value stored = buildBlockScale(a, amax, globalEncode, format.maxFinite());
  Value decode =
      a.product(a.widen(a.b.getF32Type(), stored), a.reciprocal(globalEncode));
  // A block scale of 0 has an infinite reciprocal, which would make NaN of 0.
  Value encode = a.minimum(a.reciprocal(decode),
                           a.number(std::numeric_limits<float>::max()));
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
      !numerics.getPowerOfTwo())
    return success();
  return emitError()
         << "expected 'scale_rounding = none' and 'power_of_two = "
            "false' for the e4m3 scales of "
         << recipe << ", got " << numerics
         << "; #lowp.numerics<transformer_engine>, for example, has them";
}

bool mlir::lowp::isNVFP4ScaleElement(Type type) {
  return isa<Float4E2M1FNType>(type);
}

StringRef mlir::lowp::describeNVFP4ScaleElements() { return "f4E2M1FN"; }

Type mlir::lowp::getNVFP4ScaleType(MLIRContext *context) {
  return Float8E4M3FNType::get(context);
}
