//===- MatmulPresets.cpp - Customary recipes of matmuls -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per preset: how each operand is quantized, in the roles that they
// have for lowp.scaled_matmul. docs/Specification.md has the same table.
//
//===----------------------------------------------------------------------===//

#include "Presets.h"

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::lowp;

namespace {
struct OperandPreset {
  Type (*getElement)(MLIRContext *);
  Attribute (*getRecipe)(MLIRContext *);
  StringLiteral numerics;
};

struct MatmulPreset {
  StringLiteral name;
  OperandPreset lhs;
  OperandPreset rhs;
  bool fastAccumulation = false;
  std::optional<uint32_t> hadamard = {};
};

using E4M3 = Float8E4M3FNType;
using E5M2 = Float8E5M2Type;
using E2M3 = Float6E2M3FNType;
using E3M2 = Float6E3M2FNType;
using E2M1 = Float4E2M1FNType;
} // namespace

template <typename Element>
static Type getElement(MLIRContext *context) {
  return Element::get(context);
}

template <typename Recipe, auto... parameters>
static Attribute getRecipe(MLIRContext *context) {
  return Recipe::get(context, parameters...);
}

constexpr StringLiteral kNearest = "transformer_engine";
constexpr StringLiteral kStochastic = "transformer_engine_stochastic";
/// The signs that Transformer Engine has for its transform.
constexpr uint32_t kSigns = 0xD7E8;

template <typename Element>
constexpr OperandPreset tensorwise = {getElement<Element>,
                                      getRecipe<TensorwiseAttr>, "torchao"};
constexpr OperandPreset rowwise = {
    getElement<E4M3>, getRecipe<RowwiseAttr, /*axis=*/1>, "torchao_rowwise"};
template <int64_t rows, int64_t columns>
constexpr OperandPreset block = {
    getElement<E4M3>, getRecipe<BlockAttr, rows, columns>, "torchao"};
template <typename Element>
constexpr OperandPreset mx = {getElement<Element>, getRecipe<MXAttr, 1, 32>,
                              "mx_rceil"};
template <int64_t rows>
constexpr OperandPreset nvfp4 = {getElement<E2M1>,
                                 getRecipe<NVFP4Attr, rows, 16>, kNearest};
constexpr OperandPreset nvfp4Stochastic = {
    getElement<E2M1>, getRecipe<NVFP4Attr, 1, 16>, kStochastic};

static const MatmulPreset kMatmulPresets[] = {
    {"tensorwise", tensorwise<E4M3>, tensorwise<E4M3>, true},
    {"tensorwise_grad", tensorwise<E5M2>, tensorwise<E4M3>},
    {"rowwise", rowwise, rowwise, true},
    {"rowwise_grad", rowwise, rowwise},
    {"rowwise_with_gw_hp_dgrad",
     rowwise,
     {getElement<E4M3>, getRecipe<TensorwiseAttr>, "torchao_rowwise"}},
    {"block_1x128_128x128", block<1, 128>, block<128, 128>},
    {"block_1x128_1x128", block<1, 128>, block<1, 128>},
    {"block_1x256_1x256", block<1, 256>, block<1, 256>},
    {"mxfp8", mx<E4M3>, mx<E4M3>},
    {"mxfp8_e5m2", mx<E5M2>, mx<E5M2>},
    {"mxfp8_grad", mx<E5M2>, mx<E4M3>},
    {"mxfp6", mx<E2M3>, mx<E2M3>},
    {"mxfp6_e3m2", mx<E3M2>, mx<E3M2>},
    {"mxfp4", mx<E2M1>, mx<E2M1>},
    {"mxfp8_mxfp6", mx<E4M3>, mx<E2M3>},
    {"mxfp8_mxfp6_e3m2", mx<E4M3>, mx<E3M2>},
    {"mxfp8_mxfp4", mx<E4M3>, mx<E2M1>},
    {"nvfp4", nvfp4<1>, nvfp4<16>},
    {"nvfp4_dgrad", nvfp4Stochastic, nvfp4<16>},
    {"nvfp4_wgrad", nvfp4Stochastic, nvfp4<1>, false, kSigns},
};

ArrayRef<StringRef> MatmulRecipeAttr::getPresetNames() {
  return collectPresetNames(kMatmulPresets);
}

static OperandRecipeAttr getOperand(MLIRContext *context,
                                    const OperandPreset &preset) {
  return OperandRecipeAttr::get(
      context, preset.getElement(context), preset.getRecipe(context),
      NumericsAttr::getPreset(context, preset.numerics));
}

MatmulRecipeAttr MatmulRecipeAttr::getPreset(MLIRContext *context,
                                             StringRef name) {
  const MatmulPreset *preset = findPreset(kMatmulPresets, name);
  if (!preset)
    return {};
  return get(getOperand(context, preset->lhs), getOperand(context, preset->rhs),
             preset->fastAccumulation, preset->hadamard);
}
