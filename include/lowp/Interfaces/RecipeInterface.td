//===- RecipeInterface.td - What a quantization recipe knows -*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_INTERFACES_RECIPEINTERFACE
#define LOWP_INTERFACES_RECIPEINTERFACE

include "mlir/IR/OpBase.td"

def Lowp_RecipeAttrInterface : AttrInterface<"RecipeAttrInterface"> {
  let cppNamespace = "::mlir::lowp";
  let description = [{
    Answers how one matrix operand is scaled: which elements it may have, which
    block of it shares a scale, what a scale is and how it follows from the
    block's largest magnitude. One attribute and one file implement each
    recipe; passes ask this interface and never name a recipe.
  }];
  let methods = [
    InterfaceMethod<
      "The part of the matrix (rows x columns) that shares one scale.",
      "::lowp::BlockShape", "getBlockShape">,
    InterfaceMethod<
      "Whether the quantized data may have this element type.",
      "bool", "isLegalElementType", (ins "::mlir::Type":$elementType)>,
    InterfaceMethod<[{
        The element types of the data, for diagnostics: "f8E4M3FN or f8E5M2".
      }],
      "::llvm::StringRef", "describeLegalElementTypes">,
    InterfaceMethod<
      "The type a scale is stored in, for example f32.",
      "::mlir::Type", "getScaleType">,
    InterfaceMethod<[{
        The recipe that describes the same scales on the transposed matrix.
      }],
      "::mlir::Attribute", "getTransposedRecipe">,
    InterfaceMethod<[{
        Builds the scale of a block from its largest magnitude `amax` (f32).
        Returns `encode`, the f32 factor that data are multiplied with, and
        `stored`, of type `getScaleType()`: what a tensor of scales holds
        under `convention`.
      }],
      "::mlir::lowp::BlockScale", "buildScale",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$amax, "const ::lowp::FloatFormat &":$format,
           "const ::mlir::lowp::NumericsAttr &":$numerics,
           "::mlir::lowp::ScaleConvention":$convention)>,
    InterfaceMethod<[{
        Builds the f32 factor that turns data back into values from a stored
        scale.
      }],
      "::mlir::Value", "buildDecodeFactor",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$stored,
           "::mlir::lowp::ScaleConvention":$convention)>
  ];
}

#endif // LOWP_INTERFACES_RECIPEINTERFACE
