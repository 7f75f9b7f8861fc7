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

#include "Recipes/Presets.h"

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct NumericsPreset {
  StringLiteral name;
  double eps = 0.0;
  Division division = Division::F32;
  bool powerOfTwo = false;
  DegenerateAmax degenerate = DegenerateAmax::Propagate;
  ScaleRounding scaleRounding = ScaleRounding::None;
  Rounding rounding = Rounding::Nearest;
  Quotient quotient = Quotient::Encode;
  SmallScales smallScales = SmallScales::Exact;
  MatrixScale matrixScale = MatrixScale::Amax;
};
} // namespace

static constexpr NumericsPreset torchao(StringLiteral name, bool powerOfTwo) {
  NumericsPreset preset{name};
  preset.eps = 1.0e-12;
  preset.division = Division::F64;
  preset.powerOfTwo = powerOfTwo;
  return preset;
}

static constexpr NumericsPreset transformerEngine(StringLiteral name,
                                                  Rounding rounding) {
  NumericsPreset preset{name};
  preset.degenerate = DegenerateAmax::Unit;
  preset.rounding = rounding;
  return preset;
}

static constexpr NumericsPreset deepGemm(StringLiteral name) {
  NumericsPreset preset{name};
  preset.eps = 1.0e-4;
  preset.quotient = Quotient::Decode;
  return preset;
}

/// MX: no division, scales that are powers of two by themselves.
static constexpr NumericsPreset mx(StringLiteral name, ScaleRounding rounding) {
  NumericsPreset preset{name};
  preset.powerOfTwo = true;
  preset.scaleRounding = rounding;
  return preset;
}

/// MX with what a library makes of an infinite amax and of the code 0.
static constexpr NumericsPreset libraryMX(StringLiteral name,
                                          ScaleRounding rounding,
                                          SmallScales smallScales,
                                          double eps = 0.0) {
  NumericsPreset preset = mx(name, rounding);
  preset.degenerate = DegenerateAmax::Saturate;
  preset.smallScales = smallScales;
  preset.eps = eps;
  return preset;
}

/// One level: the scale of the matrix is 1.
static constexpr NumericsPreset torchaoNVFP4(StringLiteral name) {
  NumericsPreset preset{name};
  preset.quotient = Quotient::Decode;
  preset.smallScales = SmallScales::Normal;
  preset.matrixScale = MatrixScale::Unit;
  return preset;
}

static constexpr NumericsPreset kNumericsPresets[] = {
    torchao("torchao", /*powerOfTwo=*/false),
    torchao("torchao_rowwise", /*powerOfTwo=*/true),
    transformerEngine("transformer_engine", Rounding::Nearest),
    transformerEngine("transformer_engine_stochastic", Rounding::Stochastic),
    deepGemm("deep_gemm"),
    mx("mx_floor", ScaleRounding::Floor),
    mx("mx_ceil", ScaleRounding::Ceil),
    mx("mx_even", ScaleRounding::Even),
    mx("mx_rceil", ScaleRounding::RCeil),
    libraryMX("torchao_mx_floor", ScaleRounding::Floor, SmallScales::Normal),
    libraryMX("torchao_mx_ceil", ScaleRounding::Ceil, SmallScales::Normal),
    libraryMX("torchao_mx_even", ScaleRounding::Even, SmallScales::Normal),
    libraryMX("torchao_mx_rceil", ScaleRounding::RCeil, SmallScales::Unit),
    libraryMX("deep_gemm_ue8m0", ScaleRounding::RCeil, SmallScales::Exact,
              /*eps=*/1.0e-4),
    torchaoNVFP4("torchao_nvfp4")};

ArrayRef<StringRef> NumericsAttr::getPresetNames() {
  return collectPresetNames(kNumericsPresets);
}

NumericsAttr NumericsAttr::getPreset(MLIRContext *context, StringRef name) {
  const auto *preset =
      llvm::find_if(kNumericsPresets, [&](const NumericsPreset &each) {
        return each.name == name;
      });
  if (preset == std::end(kNumericsPresets))
    return {};
  return get(context, preset->eps, preset->division, preset->powerOfTwo,
             preset->degenerate, Saturation::Saturate, preset->scaleRounding,
             preset->rounding, preset->quotient, LargestFactor::Input,
             preset->smallScales, preset->matrixScale);
}
