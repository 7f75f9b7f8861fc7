//===- NumericsPresets.cpp - The numerics of libraries, by name -----------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Specification.md has the same tables.
//
//===----------------------------------------------------------------------===//

#include "NumericsFields.h"
#include "Recipes/Presets.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

static constexpr NumericsFields torchao(bool powerOfTwo) {
  NumericsFields fields;
  fields.eps = 1.0e-12;
  fields.division = Division::F64;
  fields.powerOfTwo = powerOfTwo;
  return fields;
}

static constexpr NumericsFields transformerEngine(Rounding rounding) {
  NumericsFields fields;
  fields.degenerate = DegenerateAmax::Unit;
  fields.rounding = rounding;
  return fields;
}

static constexpr NumericsFields deepGemm() {
  NumericsFields fields;
  fields.eps = 1.0e-4;
  fields.quotient = Quotient::Decode;
  return fields;
}

/// MX: no division, scales that are powers of two by themselves.
static constexpr NumericsFields mx(ScaleRounding rounding) {
  NumericsFields fields;
  fields.powerOfTwo = true;
  fields.scaleRounding = rounding;
  return fields;
}

/// MX with what a library makes of an infinite amax and of the code 0.
static constexpr NumericsFields
libraryMX(ScaleRounding rounding, SmallScales smallScales, double eps = 0.0) {
  NumericsFields fields = mx(rounding);
  fields.degenerate = DegenerateAmax::Saturate;
  fields.smallScales = smallScales;
  fields.eps = eps;
  return fields;
}

/// One level: the scale of the matrix is 1.
static constexpr NumericsFields torchaoNVFP4() {
  NumericsFields fields;
  fields.quotient = Quotient::Decode;
  fields.smallScales = SmallScales::Normal;
  fields.matrixScale = MatrixScale::Unit;
  return fields;
}

namespace {
struct NumericsPreset {
  StringLiteral name;
  NumericsFields fields;
};
} // namespace

static constexpr NumericsPreset kNumericsPresets[] = {
    {"torchao", torchao(/*powerOfTwo=*/false)},
    {"torchao_rowwise", torchao(/*powerOfTwo=*/true)},
    {"transformer_engine", transformerEngine(Rounding::Nearest)},
    {"transformer_engine_stochastic", transformerEngine(Rounding::Stochastic)},
    {"deep_gemm", deepGemm()},
    {"mx_floor", mx(ScaleRounding::Floor)},
    {"mx_ceil", mx(ScaleRounding::Ceil)},
    {"mx_even", mx(ScaleRounding::Even)},
    {"mx_rceil", mx(ScaleRounding::RCeil)},
    {"torchao_mx_floor", libraryMX(ScaleRounding::Floor, SmallScales::Normal)},
    {"torchao_mx_ceil", libraryMX(ScaleRounding::Ceil, SmallScales::Normal)},
    {"torchao_mx_even", libraryMX(ScaleRounding::Even, SmallScales::Normal)},
    {"torchao_mx_rceil", libraryMX(ScaleRounding::RCeil, SmallScales::Unit)},
    {"deep_gemm_ue8m0",
     libraryMX(ScaleRounding::RCeil, SmallScales::Exact, /*eps=*/1.0e-4)},
    {"torchao_nvfp4", torchaoNVFP4()}};

ArrayRef<StringRef> NumericsAttr::getPresetNames() {
  return collectPresetNames(kNumericsPresets);
}

NumericsAttr NumericsAttr::getPreset(MLIRContext *context, StringRef name) {
  const NumericsPreset *preset = findPreset(kNumericsPresets, name);
  if (!preset)
    return {};
  return preset->fields.getChecked([] { return InFlightDiagnostic(); },
                                   context);
}
