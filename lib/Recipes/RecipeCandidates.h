//===- RecipeCandidates.h - Which recipes a matmul may have -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_RECIPECANDIDATES_H
#define LOWP_LIB_RECIPES_RECIPECANDIDATES_H

#include "LinearGemms.h"
#include "RecipePrices.h"

namespace mlir::lowp_gpu {

/// The attribute `lowp.recipe` of `op`; null without one, or without `op`.
Attribute getRecipe(Operation *op);

/// The family that the forward matmul asks for, null if it asks for none.
Attribute getFamily(const LinearGemm &gemm);

/// Gives matmuls the recipes among which a choice is made, or the only one.
struct RecipeCandidates {
  /// Takes the recipe of all, where kernels can.
  void force(RecipeMatmul &matmul);
  /// Takes `own`, what the matmul or its layer asks for.
  void takeOwn(RecipeMatmul &matmul, Attribute own);
  /// Takes the recipe by which operands are quantized already, if they both are
  /// and kernels take them so. Returns whether it did.
  bool takeGiven(RecipeMatmul &matmul);
  /// Takes the presets that `matmul` may have. Needs prices.
  void addPresets(RecipeMatmul &matmul);

  /// A recipe or a family for all matmuls, null if there is none.
  Attribute forced;
  ArrayRef<Attribute> presets;
  /// That a preset may add.
  double maxError;
  /// Whether formats that the chip does not multiply become others.
  bool mayEmulate;
  const llvm::DenseMap<Operation *, LinearGemm> &gemms;
  const std::optional<ChipTarget> &target;
  std::optional<RecipePrices> &prices;

private:
  lowp::MatmulRecipeAttr resolve(Attribute recipe, const RecipeMatmul &matmul,
                                 lowp::Reason reason) const;
  void add(RecipeMatmul &matmul, lowp::MatmulRecipeAttr own, bool isForced);
  std::string choose(RecipeMatmul &matmul, lowp::MatmulRecipeAttr recipe);
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_RECIPECANDIDATES_H
