//===- NumericsFields.h - The parameters of numerics, by name ---*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWP_IR_NUMERICS_NUMERICSFIELDS_H
#define LOWP_LIB_DIALECT_LOWP_IR_NUMERICS_NUMERICSFIELDS_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// What #lowp.numerics say: the one list of which text, bytecode and presets
/// are made.
struct NumericsFields {
  double eps = 0.0;
  Division division = Division::F32;
  bool powerOfTwo = false;
  DegenerateAmax degenerate = DegenerateAmax::Propagate;
  Saturation saturation = Saturation::Saturate;
  // These need not be said.
  ScaleRounding scaleRounding = ScaleRounding::None;
  Rounding rounding = Rounding::Nearest;
  Quotient quotient = Quotient::Encode;
  LargestFactor largestFactor = LargestFactor::Input;
  SmallScales smallScales = SmallScales::Exact;
  MatrixScale matrixScale = MatrixScale::Amax;

  /// How many of them text must say, the first ones; and how many bytecode has
  /// always had.
  static constexpr unsigned kRequired = 5, kOldest = 7;

  NumericsFields() = default;
  explicit NumericsFields(NumericsAttr numerics)
      : eps(numerics.getEps()), division(numerics.getDivision()),
        powerOfTwo(numerics.getPowerOfTwo()),
        degenerate(numerics.getDegenerate()),
        saturation(numerics.getSaturation()),
        scaleRounding(numerics.getScaleRounding()),
        rounding(numerics.getRounding()), quotient(numerics.getQuotient()),
        largestFactor(numerics.getLargestFactor()),
        smallScales(numerics.getSmallScales()),
        matrixScale(numerics.getMatrixScale()) {}

  /// The attribute; null, after an error of `emitError`, where there is none.
  NumericsAttr getChecked(llvm::function_ref<InFlightDiagnostic()> emitError,
                          MLIRContext *context) const {
    return NumericsAttr::getChecked(
        emitError, context, llvm::APFloat(eps), division, powerOfTwo,
        degenerate, saturation, scaleRounding, rounding, quotient,
        largestFactor, smallScales, matrixScale);
  }

  /// Calls `visit` with the name of each and the member, in the order above.
  template <typename Visit>
  static void forEach(Visit visit) {
    visit("eps", &NumericsFields::eps);
    visit("division", &NumericsFields::division);
    visit("power_of_two", &NumericsFields::powerOfTwo);
    visit("degenerate", &NumericsFields::degenerate);
    visit("saturation", &NumericsFields::saturation);
    visit("scale_rounding", &NumericsFields::scaleRounding);
    visit("rounding", &NumericsFields::rounding);
    visit("quotient", &NumericsFields::quotient);
    visit("largest_factor", &NumericsFields::largestFactor);
    visit("small_scales", &NumericsFields::smallScales);
    visit("matrix_scale", &NumericsFields::matrixScale);
  }
};

} // namespace mlir::lowp

#endif // LOWP_LIB_DIALECT_LOWP_IR_NUMERICS_NUMERICSFIELDS_H
