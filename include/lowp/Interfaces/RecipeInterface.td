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
    formula, for any block; passes ask this interface and never name a recipe.
  }];
  let methods = [
    InterfaceMethod<
      "The part of the matrix (rows x columns) that shares one scale.",
      "::mlir::lowp::BlockShape", "getBlockShape">,
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
        How many scales a datum is multiplied with: 1, that of its block, or 2,
        when an f32 scale of the whole matrix comes on top, for example of
        block scales in a narrow format.
      }],
      "unsigned", "getScaleLevels", (ins), "", "return 1;">,
    InterfaceMethod<[{
        The recipe that describes the same scales on the transposed matrix.
      }],
      "::mlir::Attribute", "getTransposedRecipe">,
    InterfaceMethod<[{
        Whether quantizing under `numerics` has a meaning: succeeds, or says
        what the recipe's scales need.
      }],
      "::llvm::LogicalResult", "verifyNumerics",
      (ins "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError,
           "const ::mlir::lowp::NumericsAttr &":$numerics), "",
      "return ::mlir::success();">,
    InterfaceMethod<[{
        For recipes of two levels: builds the scale of the matrix from its
        largest magnitude `amax` (f32). `encode` is what `buildScale` gets
        back, `stored` (f32) what the value carries.
      }],
      "::mlir::lowp::BlockScale", "buildGlobalScale",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$amax, "const ::mlir::lowp::FloatFormat &":$format,
           "const ::mlir::lowp::NumericsAttr &":$numerics,
           "::mlir::lowp::ScaleConvention":$convention), "",
      "return {};">,
    InterfaceMethod<[{
        Builds the scale of a block from its largest magnitude `amax` (f32).
        Returns `encode`, the f32 factor that data are multiplied with, and
        `stored`, of type `getScaleType()`: what a tensor of scales holds
        under `convention`. `globalEncode` is the factor of the matrix, null
        for recipes of one level.
      }],
      "::mlir::lowp::BlockScale", "buildScale",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$amax, "::mlir::Value":$globalEncode,
           "const ::mlir::lowp::FloatFormat &":$format,
           "const ::mlir::lowp::NumericsAttr &":$numerics,
           "::mlir::lowp::ScaleConvention":$convention)>,
    InterfaceMethod<[{
        Builds the f32 factor that turns data back into values from a stored
        scale and, for recipes of two levels, the stored scale of the matrix
        (f32; null for one level).
      }],
      "::mlir::Value", "buildDecodeFactor",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
           "::mlir::Value":$stored, "::mlir::Value":$globalStored,
           "::mlir::lowp::ScaleConvention":$convention)>
  ];
}

#endif // LOWP_INTERFACES_RECIPEINTERFACE
