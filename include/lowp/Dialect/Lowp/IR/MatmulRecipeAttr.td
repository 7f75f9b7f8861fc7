//===- MatmulRecipeAttr.td - How both operands are scaled --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_MATMULRECIPEATTR
#define LOWP_DIALECT_LOWP_IR_MATMULRECIPEATTR

include "lowp/Dialect/Lowp/IR/LowpAttrBase.td"

def Lowp_OperandRecipeAttr : Lowp_Attr<"OperandRecipe", "operand_recipe"> {
  let summary = "element type and recipe of one matmul operand";
  let parameters = (ins
    "::mlir::Type":$elementType,
    "::mlir::Attribute":$recipe,
    "::mlir::lowp::NumericsAttr":$numerics);
  let assemblyFormat = "`<` $elementType `,` $recipe `,` $numerics `>`";
  let genVerifyDecl = 1;
}

def Lowp_MatmulRecipeAttr : Lowp_Attr<"MatmulRecipe", "matmul_recipe"> {
  let summary = "how both operands of a matmul are quantized";
  let description = [{
    A matmul that carries this as `lowp.recipe` becomes quantize +
    scaled_matmul. With `hadamard`, a mask of 16 signs, both operands pass
    `lowp.hadamard` along the contracted dimension first. Presets stand for
    customary recipes, for example `rowwise` or `mxfp8`; docs/Specification.md
    has the table.

    Example: `#lowp.matmul_recipe<rowwise>`.
  }];
  let parameters = (ins
    "::mlir::lowp::OperandRecipeAttr":$lhs,
    "::mlir::lowp::OperandRecipeAttr":$rhs,
    "bool":$fastAccumulation,
    "std::optional<uint32_t>":$hadamard);
  let builders = [
    AttrBuilderWithInferredContext<(ins
        "::mlir::lowp::OperandRecipeAttr":$lhs,
        "::mlir::lowp::OperandRecipeAttr":$rhs, "bool":$fastAccumulation,
        CArg<"std::optional<uint32_t>", "std::nullopt">:$hadamard), [{
      return $_get(lhs.getContext(), lhs, rhs, fastAccumulation, hadamard);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The attribute of a preset, or null for an unknown name.
    static MatmulRecipeAttr getPreset(::mlir::MLIRContext *context,
                                      ::llvm::StringRef name);
    /// The names that `getPreset` knows.
    static ::llvm::ArrayRef<::llvm::StringRef> getPresetNames();
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_MATMULRECIPEATTR
