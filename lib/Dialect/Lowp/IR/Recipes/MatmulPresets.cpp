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
enum class Element { E4M3, E5M2, E2M3, E3M2, E2M1 };

enum class Family { Tensorwise, Rowwise, Block, MX, NVFP4 };

struct RecipePreset {
  Family family;
  /// The parameter of families that have one.
  BlockShape block = {BlockShape::kWhole, BlockShape::kWhole};
};

struct OperandPreset {
  Element element;
  RecipePreset recipe;
  StringLiteral numerics;
};

struct MatmulPreset {
  StringLiteral name;
  OperandPreset lhs;
  OperandPreset rhs;
  bool fastAccumulation;
  std::optional<uint32_t> hadamard;
};

constexpr RecipePreset tensorwise = {Family::Tensorwise};
constexpr RecipePreset rowwise = {Family::Rowwise};
constexpr RecipePreset block1x128 = {Family::Block, {1, 128}};
constexpr RecipePreset block128x128 = {Family::Block, {128, 128}};
constexpr RecipePreset block1x256 = {Family::Block, {1, 256}};
constexpr RecipePreset mx1x32 = {Family::MX, {1, 32}};
constexpr RecipePreset nvfp4Rows = {Family::NVFP4, {1, 16}};
constexpr RecipePreset nvfp4Tiles = {Family::NVFP4, {16, 16}};

/// The signs that Transformer Engine has for its transform.
constexpr uint32_t kSigns = 0xD7E8;

constexpr StringLiteral kNearest = "transformer_engine";
constexpr StringLiteral kStochastic = "transformer_engine_stochastic";
} // namespace

static const MatmulPreset kMatmulPresets[] = {
    {"tensorwise",
     {Element::E4M3, tensorwise, "torchao"},
     {Element::E4M3, tensorwise, "torchao"},
     true,
     {}},
    {"tensorwise_grad",
     {Element::E5M2, tensorwise, "torchao"},
     {Element::E4M3, tensorwise, "torchao"},
     false,
     {}},
    {"rowwise",
     {Element::E4M3, rowwise, "torchao_rowwise"},
     {Element::E4M3, rowwise, "torchao_rowwise"},
     true,
     {}},
    {"rowwise_grad",
     {Element::E4M3, rowwise, "torchao_rowwise"},
     {Element::E4M3, rowwise, "torchao_rowwise"},
     false,
     {}},
    {"rowwise_with_gw_hp_dgrad",
     {Element::E4M3, rowwise, "torchao_rowwise"},
     {Element::E4M3, tensorwise, "torchao_rowwise"},
     false,
     {}},
    {"block_1x128_128x128",
     {Element::E4M3, block1x128, "torchao"},
     {Element::E4M3, block128x128, "torchao"},
     false,
     {}},
    {"block_1x128_1x128",
     {Element::E4M3, block1x128, "torchao"},
     {Element::E4M3, block1x128, "torchao"},
     false,
     {}},
    {"block_1x256_1x256",
     {Element::E4M3, block1x256, "torchao"},
     {Element::E4M3, block1x256, "torchao"},
     false,
     {}},
    {"mxfp8",
     {Element::E4M3, mx1x32, "mx_rceil"},
     {Element::E4M3, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp8_e5m2",
     {Element::E5M2, mx1x32, "mx_rceil"},
     {Element::E5M2, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp8_grad",
     {Element::E5M2, mx1x32, "mx_rceil"},
     {Element::E4M3, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp6",
     {Element::E2M3, mx1x32, "mx_rceil"},
     {Element::E2M3, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp6_e3m2",
     {Element::E3M2, mx1x32, "mx_rceil"},
     {Element::E3M2, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp4",
     {Element::E2M1, mx1x32, "mx_rceil"},
     {Element::E2M1, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp8_mxfp6",
     {Element::E4M3, mx1x32, "mx_rceil"},
     {Element::E2M3, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp8_mxfp6_e3m2",
     {Element::E4M3, mx1x32, "mx_rceil"},
     {Element::E3M2, mx1x32, "mx_rceil"},
     false,
     {}},
    {"mxfp8_mxfp4",
     {Element::E4M3, mx1x32, "mx_rceil"},
     {Element::E2M1, mx1x32, "mx_rceil"},
     false,
     {}},
    {"nvfp4",
     {Element::E2M1, nvfp4Rows, kNearest},
     {Element::E2M1, nvfp4Tiles, kNearest},
     false,
     {}},
    {"nvfp4_dgrad",
     {Element::E2M1, nvfp4Rows, kStochastic},
     {Element::E2M1, nvfp4Tiles, kNearest},
     false,
     {}},
    {"nvfp4_wgrad",
     {Element::E2M1, nvfp4Rows, kStochastic},
     {Element::E2M1, nvfp4Rows, kNearest},
     false,
     kSigns},
};

ArrayRef<StringRef> MatmulRecipeAttr::getPresetNames() {
  return collectPresetNames(kMatmulPresets);
}

static Type getElementType(MLIRContext *context, Element element) {
  switch (element) {
  case Element::E4M3:
    return Float8E4M3FNType::get(context);
  case Element::E5M2:
    return Float8E5M2Type::get(context);
  case Element::E2M3:
    return Float6E2M3FNType::get(context);
  case Element::E3M2:
    return Float6E3M2FNType::get(context);
  case Element::E2M1:
    break;
  }
  return Float4E2M1FNType::get(context);
}

static Attribute getRecipe(MLIRContext *context, const RecipePreset &preset) {
  auto [rows, columns] = preset.block;
  switch (preset.family) {
  case Family::Tensorwise:
    return TensorwiseAttr::get(context);
  case Family::Rowwise:
    return RowwiseAttr::get(context, /*axis=*/1);
  case Family::Block:
    return BlockAttr::get(context, rows, columns);
  case Family::MX:
    return MXAttr::get(context, rows, columns);
  case Family::NVFP4:
    break;
  }
  return NVFP4Attr::get(context, rows, columns);
}

static OperandRecipeAttr getOperand(MLIRContext *context,
                                    const OperandPreset &preset) {
  return OperandRecipeAttr::get(
      context, getElementType(context, preset.element),
      getRecipe(context, preset.recipe),
      NumericsAttr::getPreset(context, preset.numerics));
}

MatmulRecipeAttr MatmulRecipeAttr::getPreset(MLIRContext *context,
                                             StringRef name) {
  const auto *preset =
      llvm::find_if(kMatmulPresets, [&](const MatmulPreset &each) {
        return each.name == name;
      });
  if (preset == std::end(kMatmulPresets))
    return {};
  return get(getOperand(context, preset->lhs), getOperand(context, preset->rhs),
             preset->fastAccumulation, preset->hadamard);
}
