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

// A recipe by its formula. `family` names the functions that answer for scales
// and elements, declared in the family's header, so that its file defines
// getBlockShape and getTransposedRecipe alone, or `block` does. Families of two
// levels set `global` to 1.
class Lowp_RecipeOf<string family, string name, string attrMnemonic,
                    bit global = 0, string block = "">
    : Lowp_Recipe<name, attrMnemonic, ["verifyNumerics"]> {
  let extraClassDefinition = [{
    bool $cppClass::isLegalElementType(::mlir::Type elementType) const {
      return is}] # family # [{Element(elementType);
    }
    ::llvm::StringRef $cppClass::describeLegalElementTypes() const {
      return describe}] # family # [{Elements();
    }
    ::mlir::Type $cppClass::getScaleType() const {
      return get}] # family # [{Type(getContext());
    }
    ::llvm::LogicalResult $cppClass::verifyNumerics(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        const NumericsAttr &numerics) const {
      return verify}] # family # [{Numerics(emitError, *this, numerics);
    }
    BlockScale $cppClass::buildScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        ::mlir::Value globalEncode, const ::mlir::lowp::FloatFormat &format,
        const NumericsAttr &numerics, ScaleConvention convention) const {
      return build}] # family # [{(
          builder, loc, amax, }] # !if(global, "globalEncode, ", "") # [{
          format, numerics, convention);
    }
    ::mlir::Value $cppClass::buildDecodeFactor(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value stored,
        ::mlir::Value globalStored, ScaleConvention convention) const {
      return build}] # family # [{Decode(
          builder, loc, stored, }] # !if(global, "globalStored, ", "") # [{
          convention);
    }
  }] # !if(global, [{
    BlockScale $cppClass::buildGlobalScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::mlir::lowp::FloatFormat &format, const NumericsAttr &numerics,
        ScaleConvention convention) const {
      return buildGlobal}] # family # [{(
          builder, loc, amax, format, numerics, convention);
    }
  }], "") # block;
}

// A family of recipes that differ in the block alone, which is its parameter.
class Lowp_BlockRecipeOf<string family, string name, string attrMnemonic,
                         bit global = 0>
    : Lowp_RecipeOf<family, name, attrMnemonic, global, [{
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

class Lowp_Float8Recipe<string name, string attrMnemonic>
    : Lowp_RecipeOf<"FloatScale", name, attrMnemonic>;

class Lowp_Float8BlockRecipe<string name, string attrMnemonic>
    : Lowp_BlockRecipeOf<"FloatScale", name, attrMnemonic>;

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

def Lowp_BlockAttr : Lowp_Float8BlockRecipe<"Block", "block"> {
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

class Lowp_MXRecipe<string name, string attrMnemonic>
    : Lowp_BlockRecipeOf<"MXScale", name, attrMnemonic>;

def Lowp_MXAttr : Lowp_MXRecipe<"MX", "mx"> {
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

class Lowp_NVFP4Recipe<string name, string attrMnemonic>
    : Lowp_BlockRecipeOf<"NVFP4Scale", name, attrMnemonic, /*global=*/1> {
  let extraClassDeclaration = [{
    unsigned getScaleLevels() const { return 2; }
    BlockScale buildGlobalScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::mlir::lowp::FloatFormat &format, const NumericsAttr &numerics,
        ScaleConvention convention) const;
  }];
}

def Lowp_NVFP4Attr : Lowp_NVFP4Recipe<"NVFP4", "nvfp4"> {
  let summary = "NVFP4 with one e4m3 scale per block and one f32 scale";
  let description = [{
    `#lowp.nvfp4<1x16>` has blocks of 16 elements of a row,
    `#lowp.nvfp4<16x16>` tiles. Extents are powers of two. Its former form
    (`#lowp.nvfp4_1x16`) is still read.
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_RECIPEATTRS
