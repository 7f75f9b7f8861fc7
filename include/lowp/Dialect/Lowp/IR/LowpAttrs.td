//===- LowpAttrs.td - Attributes of the lowp dialect -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPATTRS
#define LOWP_DIALECT_LOWP_IR_LOWPATTRS

include "lowp/Dialect/Lowp/IR/LowpDialect.td"
include "lowp/Interfaces/RecipeInterface.td"
include "lowp/Interfaces/ScaleLayoutInterface.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Lowp_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Lowp_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

class Lowp_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::mlir::lowp";
  let genSpecializedAttr = 0;
}

def Lowp_ScaleConvention : Lowp_Enum<"ScaleConvention",
    "what a stored scale means", [
      I32EnumAttrCase<"Decode", 0, "decode">,
      I32EnumAttrCase<"Encode", 1, "encode">]>;

def Lowp_Division : Lowp_Enum<"Division",
    "precision in which the scale is divided", [
      I32EnumAttrCase<"F32", 0, "f32">,
      I32EnumAttrCase<"F64", 1, "f64">]>;

def Lowp_Saturation : Lowp_Enum<"Saturation",
    "what becomes of finite values beyond the largest one", [
      I32EnumAttrCase<"Saturate", 0, "saturate">,
      I32EnumAttrCase<"Overflow", 1, "overflow">]>;

def Lowp_DegenerateAmax : Lowp_Enum<"DegenerateAmax",
    "scale of a block whose largest magnitude is zero, infinite or NaN", [
      I32EnumAttrCase<"Propagate", 0, "propagate">,
      I32EnumAttrCase<"Unit", 1, "unit">]>;

//===----------------------------------------------------------------------===//
// Numerics
//===----------------------------------------------------------------------===//

def Lowp_NumericsAttr : Lowp_Attr<"Numerics", "numerics"> {
  let summary = "how a scale follows from a block's largest magnitude";
  let description = [{
    Every choice in which libraries differ, by name (docs/Specification.md has
    the formulas):

    - `eps`: amax is raised to at least this value (0: not at all);
    - `division`: `f64` divides in double precision and rounds once to f32,
      `f32` divides in single precision;
    - `power_of_two`: the encode factor is rounded down to a power of two;
    - `degenerate`: `unit` gives blocks whose amax is zero, infinite or NaN
      the scale 1, `propagate` follows the formula;
    - `saturation`: `saturate` clamps data to the largest finite value before
      the cast, `overflow` lets the cast make infinity or NaN of them.

    Presets name the behaviour they reproduce: `torchao`, `torchao_rowwise`
    (the same with powers of two) and `transformer_engine`. Single parameters
    of a preset may be changed: `#lowp.numerics<torchao, eps = 0.0>`.

    Example: `#lowp.numerics<torchao>` is short for `#lowp.numerics<eps =
    1.0e-12, division = f64, power_of_two = false, degenerate = propagate,
    saturation = saturate>`.
  }];
  let parameters = (ins
    APFloatParameter<"eps, in double precision">:$epsValue,
    "::mlir::lowp::Division":$division,
    "bool":$powerOfTwo,
    "::mlir::lowp::DegenerateAmax":$degenerate,
    "::mlir::lowp::Saturation":$saturation
  );
  let builders = [
    AttrBuilder<(ins "double":$eps, "::mlir::lowp::Division":$division,
        "bool":$powerOfTwo, "::mlir::lowp::DegenerateAmax":$degenerate,
        "::mlir::lowp::Saturation":$saturation), [{
      return $_get($_ctxt, ::llvm::APFloat(eps), division, powerOfTwo,
                   degenerate, saturation);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    double getEps() const { return getEpsValue().convertToDouble(); }
    /// The attribute of a preset, or null for an unknown name.
    static NumericsAttr getPreset(::mlir::MLIRContext *context,
                                  ::llvm::StringRef name);
    /// The names that `getPreset` knows.
    static ::llvm::ArrayRef<::llvm::StringRef> getPresetNames();
  }];
}

//===----------------------------------------------------------------------===//
// Recipes: a new one is an entry here and a file in lib/.../IR/Recipes
//===----------------------------------------------------------------------===//

class Lowp_Recipe<string name, string attrMnemonic>
    : Lowp_Attr<name, attrMnemonic,
                [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface>]>;

// fp8 data with f32 scales: such recipes differ in the block alone, so that
// their files define getBlockShape and getTransposedRecipe.
class Lowp_Float8Recipe<string name, string attrMnemonic>
    : Lowp_Recipe<name, attrMnemonic> {
  let extraClassDefinition = [{
    bool $cppClass::isLegalElementType(::mlir::Type elementType) const {
      return isFloat8WithFloatScale(elementType);
    }
    ::llvm::StringRef $cppClass::describeLegalElementTypes() const {
      return describeFloat8WithFloatScale();
    }
    ::mlir::Type $cppClass::getScaleType() const {
      return ::mlir::Float32Type::get(getContext());
    }
    BlockScale $cppClass::buildScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::lowp::FloatFormat &format, const NumericsAttr &numerics,
        ScaleConvention convention) const {
      return buildFloatScale(builder, loc, amax, format, numerics, convention);
    }
    ::mlir::Value $cppClass::buildDecodeFactor(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value stored,
        ScaleConvention convention) const {
      return buildFloatDecodeFactor(builder, loc, stored, convention);
    }
  }];
}

def Lowp_TensorwiseAttr : Lowp_Float8Recipe<"Tensorwise", "tensorwise"> {
  let summary = "fp8 with one f32 scale for the whole matrix";
}

def Lowp_RowwiseAttr : Lowp_Float8Recipe<"Rowwise", "rowwise"> {
  let summary = "fp8 with one f32 scale per row, or per column";
  let description = [{
    `axis` is the dimension a scale reaches over: `#lowp.rowwise` (axis 1) has
    a scale per row, `#lowp.rowwise<axis = 0>` one per column. The axis of an
    operand is the one its matmul contracts.
  }];
  let parameters = (ins DefaultValuedParameter<"unsigned", "1">:$axis);
  let assemblyFormat = "(`<` struct($axis)^ `>`)?";
  let genVerifyDecl = 1;
}

def Lowp_Block1x128Attr : Lowp_Float8Recipe<"Block1x128", "block_1x128"> {
  let summary = "fp8 with one f32 scale per 128 elements of a row";
}

def Lowp_Block128x1Attr : Lowp_Float8Recipe<"Block128x1", "block_128x1"> {
  let summary = "fp8 with one f32 scale per 128 elements of a column";
}

def Lowp_Block128x128Attr : Lowp_Float8Recipe<"Block128x128", "block_128x128"> {
  let summary = "fp8 with one f32 scale per 128 x 128 tile";
}

//===----------------------------------------------------------------------===//
// Scale layouts: a new one is an entry here and a file in .../IR/ScaleLayouts
//===----------------------------------------------------------------------===//

class Lowp_ScaleLayout<string name, string attrMnemonic> : Lowp_Attr<name,
    attrMnemonic, [DeclareAttrInterfaceMethods<Lowp_ScaleLayoutAttrInterface>]>;

def Lowp_CompactAttr : Lowp_ScaleLayout<"Compact", "compact"> {
  let summary = "the scale matrix as the formula writes it, row-major";
  let description = [{
    With `transposed` the storage is that of the transposed matrix:
    `#lowp.compact<transposed = true>`.
  }];
  let parameters = (ins DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($transposed)^ `>`)?";
}

def Lowp_MNMajorAttr : Lowp_ScaleLayout<"MNMajor", "mn_major"> {
  let summary = "scales contiguous along M or N, padded for the copy engine";
  let description = [{
    The M (or N) dimension of the scale matrix is contiguous and padded with
    zeros to a multiple of `alignment` scales: 4 scales of f32 are the 16 bytes
    that a tensor map wants. On a matrix seen transposed (`transposed = true`)
    the contiguous dimension is the second one.
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$alignment,
    DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($alignment, $transposed)^ `>`)?";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// The recipe of a whole matmul
//===----------------------------------------------------------------------===//

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
    scaled_matmul. Presets stand for the customary forward recipes:
    `tensorwise`, `rowwise`, `block_1x128_128x128` and `block_1x128_1x128`,
    all e4m3.

    Example: `#lowp.matmul_recipe<rowwise>`.
  }];
  let parameters = (ins
    "::mlir::lowp::OperandRecipeAttr":$lhs,
    "::mlir::lowp::OperandRecipeAttr":$rhs,
    "bool":$fastAccumulation);
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

#endif // LOWP_DIALECT_LOWP_IR_LOWPATTRS
