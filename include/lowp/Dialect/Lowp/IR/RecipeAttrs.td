//===- RecipeAttrs.td - How an operand is scaled -----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_RECIPEATTRS
#define LOWP_DIALECT_LOWP_IR_RECIPEATTRS

include "lowp/Dialect/Lowp/IR/LowpAttrBase.td"
include "lowp/Interfaces/RecipeInterface.td"

//===----------------------------------------------------------------------===//
// Recipes: a new formula is an entry here and a file in lib/.../IR/Recipes; a
// new block of a known one is a parameter
//===----------------------------------------------------------------------===//

class Lowp_Recipe<string name, string attrMnemonic,
                  list<string> overridden = []>
    : Lowp_Attr<name, attrMnemonic,
                [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface,
                                             overridden>]>;

// A formula of scales: the functions that build and verify these are called
// after `name`, and declared in the header of that name. Data have one of the
// types `elements`, listed as `words`, scales the type `scale`. With `global`
// there is a scale of the whole matrix beside those of blocks.
class Lowp_Formula<string theName, string theElements, string theWords,
                   string theScale, bit isGlobal = 0> {
  string name = theName;
  string elements = theElements;
  string words = theWords;
  string scale = theScale;
  bit global = isGlobal;
}

// A recipe by its formula, whose file defines getBlockShape and
// getTransposedRecipe alone, or `block` does.
class Lowp_RecipeOf<Lowp_Formula formula, string name, string attrMnemonic,
                    string block = "">
    : Lowp_Recipe<name, attrMnemonic, ["verifyNumerics"]> {
  let extraClassDefinition = [{
    bool $cppClass::isLegalElementType(::mlir::Type elementType) const {
      return ::llvm::isa<}] # formula.elements # [{>(elementType);
    }
    ::llvm::StringRef $cppClass::describeLegalElementTypes() const {
      return "}] # formula.words # [{";
    }
    ::mlir::Type $cppClass::getScaleType() const {
      return }] # formula.scale # [{::get(getContext());
    }
    ::llvm::LogicalResult $cppClass::verifyNumerics(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        const NumericsAttr &numerics) const {
      return verify}] # formula.name # [{Numerics(emitError, *this, numerics);
    }
    BlockScale $cppClass::buildScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        ::mlir::Value globalEncode, const ::mlir::lowp::FloatFormat &format,
        const NumericsAttr &numerics, ScaleConvention convention) const {
      return build}] # formula.name # [{(
          builder, loc, amax, }] # !if(formula.global, "globalEncode, ", "") # [{
          format, numerics, convention);
    }
    ::mlir::Value $cppClass::buildDecodeFactor(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value stored,
        ::mlir::Value globalStored, ScaleConvention convention) const {
      return build}] # formula.name # [{Decode(
          builder, loc, stored, }] # !if(formula.global, "globalStored, ", "") # [{
          convention);
    }
  }] # !if(formula.global, [{
    BlockScale $cppClass::buildGlobalScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::mlir::lowp::FloatFormat &format, const NumericsAttr &numerics,
        ScaleConvention convention) const {
      return buildGlobal}] # formula.name # [{(
          builder, loc, amax, format, numerics, convention);
    }
  }], "") # block;
}

// Recipes that differ in the block alone, which is the parameter.
class Lowp_BlockRecipeOf<Lowp_Formula formula, string name, string attrMnemonic>
    : Lowp_RecipeOf<formula, name, attrMnemonic, [{
    ::llvm::LogicalResult $cppClass::verify(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        int64_t rows, int64_t columns) {
      return verifyRecipeBlock(emitError, {rows, columns});
    }
    BlockShape $cppClass::getBlockShape() const {
      return {getRows(), getColumns()};
    }
    ::mlir::Attribute $cppClass::getTransposedRecipe() const {
      return get(getContext(), getColumns(), getRows());
    }
  }]> {
  let parameters = (ins "int64_t":$rows, "int64_t":$columns);
  let assemblyFormat = "`<` custom<BlockExtents>($rows, $columns) `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// fp8 data, scales of f32
//===----------------------------------------------------------------------===//

def Lowp_FloatScale : Lowp_Formula<"FloatScale",
    "::mlir::Float8E4M3FNType, ::mlir::Float8E5M2Type", "f8E4M3FN or f8E5M2",
    "::mlir::Float32Type">;

def Lowp_TensorwiseAttr
    : Lowp_RecipeOf<Lowp_FloatScale, "Tensorwise", "tensorwise"> {
  let summary = "fp8 with one f32 scale for the whole matrix";
}

def Lowp_RowwiseAttr : Lowp_RecipeOf<Lowp_FloatScale, "Rowwise", "rowwise"> {
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

def Lowp_BlockAttr : Lowp_BlockRecipeOf<Lowp_FloatScale, "Block", "block"> {
  let summary = "fp8 with one f32 scale per block of rows x columns";
  let description = [{
    `#lowp.block<1x128>` has a scale per 128 elements of a row,
    `#lowp.block<128x1>` one per 128 elements of a column and
    `#lowp.block<128x128>` one per tile. Extents are powers of two. Its former
    form, with the block in the name (`#lowp.block_1x128`), is still read.
  }];
}

//===----------------------------------------------------------------------===//
// MX: fp8, fp6 or fp4 data, scales of e8m0
//===----------------------------------------------------------------------===//

def Lowp_MXScale : Lowp_Formula<"MXScale",
    "::mlir::Float8E4M3FNType, ::mlir::Float8E5M2Type, ::mlir::Float6E2M3FNType, "
    "::mlir::Float6E3M2FNType, ::mlir::Float4E2M1FNType",
    "f8E4M3FN, f8E5M2, f6E2M3FN, f6E3M2FN or f4E2M1FN",
    "::mlir::Float8E8M0FNUType">;

def Lowp_MXAttr : Lowp_BlockRecipeOf<Lowp_MXScale, "MX", "mx"> {
  let summary = "MX with one e8m0 scale per block of rows x columns";
  let description = [{
    `#lowp.mx<1x32>` is the block of the OCP formats; DeepGEMM has its packed
    scales for `#lowp.mx<1x128>` and `#lowp.mx<128x128>`. Extents are powers of
    two. Its former form (`#lowp.mx_1x32`) is still read.
  }];
}

//===----------------------------------------------------------------------===//
// NVFP4: e2m1 data, scales of e4m3 and one of f32
//===----------------------------------------------------------------------===//

def Lowp_NVFP4Scale : Lowp_Formula<"NVFP4Scale", "::mlir::Float4E2M1FNType",
    "f4E2M1FN", "::mlir::Float8E4M3FNType", /*isGlobal=*/1>;

def Lowp_NVFP4Attr : Lowp_BlockRecipeOf<Lowp_NVFP4Scale, "NVFP4", "nvfp4"> {
  let summary = "NVFP4 with one e4m3 scale per block and one f32 scale";
  let description = [{
    `#lowp.nvfp4<1x16>` has blocks of 16 elements of a row,
    `#lowp.nvfp4<16x16>` tiles. Extents are powers of two. Its former form
    (`#lowp.nvfp4_1x16`) is still read.
  }];
  let extraClassDeclaration = [{
    unsigned getScaleLevels() const { return 2; }
    BlockScale buildGlobalScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::mlir::lowp::FloatFormat &format, const NumericsAttr &numerics,
        ScaleConvention convention) const;
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_RECIPEATTRS
