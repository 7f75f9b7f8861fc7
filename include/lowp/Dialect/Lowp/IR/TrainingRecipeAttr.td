//===- TrainingRecipeAttr.td - Recipes of a linear layer --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_TRAININGRECIPEATTR
#define LOWP_DIALECT_LOWP_IR_TRAININGRECIPEATTR

include "lowp/Dialect/Lowp/IR/MatmulRecipeAttr.td"

def Lowp_TrainingRecipeAttr : Lowp_Attr<"TrainingRecipe", "training_recipe"> {
  let summary = "how the three matmuls of a linear layer are quantized";
  let description = [{
    A family of recipes: one for `forward` (activations . weight^T), one for
    `dgrad` (gradient . weight) and one for `wgrad` (gradient^T . activations).
    In each the left operand is the activations or the gradient. A matmul whose
    recipe is left out keeps its precision. `lowp-select-recipes` finds out by
    dataflow which matmul is which, and gives each its own
    `#lowp.matmul_recipe`. Presets are in docs/Specification.md.

    Examples: `#lowp.training_recipe<blockwise_training>`,
    `#lowp.training_recipe<forward = <rowwise>, dgrad = <rowwise_grad>>`.
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::lowp::MatmulRecipeAttr">:$forward,
    OptionalParameter<"::mlir::lowp::MatmulRecipeAttr">:$dgrad,
    OptionalParameter<"::mlir::lowp::MatmulRecipeAttr">:$wgrad);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The attribute of a preset, or null for an unknown name.
    static TrainingRecipeAttr getPreset(::mlir::MLIRContext *context,
                                        ::llvm::StringRef name);
    /// The names that `getPreset` knows.
    static ::llvm::ArrayRef<::llvm::StringRef> getPresetNames();
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_TRAININGRECIPEATTR
