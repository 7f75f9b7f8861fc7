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
// Recipes: a new one is an entry here and a file in lib/.../IR/Recipes
//===----------------------------------------------------------------------===//

class Lowp_Recipe<string name, string attrMnemonic,
                  list<string> overridden = []>
    : Lowp_Attr<name, attrMnemonic,
                [DeclareAttrInterfaceMethods<Lowp_RecipeAttrInterface,
                                             overridden>]>;

// A family of recipes: members differ in the block alone, so that their files
// define getBlockShape and getTransposedRecipe. `family` names the functions
// that answer the rest, declared in the family's header. Families of two levels
// set `global` to 1.
class Lowp_RecipeOf<string family, string name, string attrMnemonic,
                    bit global = 0>
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
  }], "");
}

//===----------------------------------------------------------------------===//
// fp8 data, scales of f32
//===----------------------------------------------------------------------===//

class Lowp_Float8Recipe<string name, string attrMnemonic>
    : Lowp_RecipeOf<"FloatScale", name, attrMnemonic>;

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

def Lowp_Block1x32Attr : Lowp_Float8Recipe<"Block1x32", "block_1x32"> {
  let summary = "fp8 with one f32 scale per 32 elements of a row";
}

def Lowp_Block32x1Attr : Lowp_Float8Recipe<"Block32x1", "block_32x1"> {
  let summary = "fp8 with one f32 scale per 32 elements of a column";
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

def Lowp_Block1x256Attr : Lowp_Float8Recipe<"Block1x256", "block_1x256"> {
  let summary = "fp8 with one f32 scale per 256 elements of a row";
}

def Lowp_Block256x1Attr : Lowp_Float8Recipe<"Block256x1", "block_256x1"> {
  let summary = "fp8 with one f32 scale per 256 elements of a column";
}

def Lowp_Block128x256Attr : Lowp_Float8Recipe<"Block128x256", "block_128x256"> {
  let summary = "fp8 with one f32 scale per tile of 128 rows and 256 columns";
}

def Lowp_Block256x128Attr : Lowp_Float8Recipe<"Block256x128", "block_256x128"> {
  let summary = "fp8 with one f32 scale per tile of 256 rows and 128 columns";
}

//===----------------------------------------------------------------------===//
// MX: fp8, fp6 or fp4 data, scales of e8m0
//===----------------------------------------------------------------------===//

class Lowp_MXRecipe<string name, string attrMnemonic>
    : Lowp_RecipeOf<"MXScale", name, attrMnemonic>;

def Lowp_MX1x32Attr : Lowp_MXRecipe<"MX1x32", "mx_1x32"> {
  let summary = "MX with one e8m0 scale per 32 elements of a row";
}

def Lowp_MX32x1Attr : Lowp_MXRecipe<"MX32x1", "mx_32x1"> {
  let summary = "MX with one e8m0 scale per 32 elements of a column";
}

def Lowp_MX32x32Attr : Lowp_MXRecipe<"MX32x32", "mx_32x32"> {
  let summary = "MX with one e8m0 scale per 32 x 32 tile";
}

// As DeepGEMM has its packed scales.

def Lowp_MX1x128Attr : Lowp_MXRecipe<"MX1x128", "mx_1x128"> {
  let summary = "MX with one e8m0 scale per 128 elements of a row";
}

def Lowp_MX128x1Attr : Lowp_MXRecipe<"MX128x1", "mx_128x1"> {
  let summary = "MX with one e8m0 scale per 128 elements of a column";
}

def Lowp_MX128x128Attr : Lowp_MXRecipe<"MX128x128", "mx_128x128"> {
  let summary = "MX with one e8m0 scale per 128 x 128 tile";
}

//===----------------------------------------------------------------------===//
// NVFP4: e2m1 data, scales of e4m3 and one of f32
//===----------------------------------------------------------------------===//

class Lowp_NVFP4Recipe<string name, string attrMnemonic>
    : Lowp_RecipeOf<"NVFP4Scale", name, attrMnemonic, /*global=*/1> {
  let extraClassDeclaration = [{
    unsigned getScaleLevels() const { return 2; }
    BlockScale buildGlobalScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::mlir::lowp::FloatFormat &format, const NumericsAttr &numerics,
        ScaleConvention convention) const;
  }];
}

def Lowp_NVFP4_1x16Attr : Lowp_NVFP4Recipe<"NVFP4_1x16", "nvfp4_1x16"> {
  let summary = "NVFP4 with one e4m3 scale per 16 elements of a row";
}

def Lowp_NVFP4_16x1Attr : Lowp_NVFP4Recipe<"NVFP4_16x1", "nvfp4_16x1"> {
  let summary = "NVFP4 with one e4m3 scale per 16 elements of a column";
}

def Lowp_NVFP4_16x16Attr : Lowp_NVFP4Recipe<"NVFP4_16x16", "nvfp4_16x16"> {
  let summary = "NVFP4 with one e4m3 scale per 16 x 16 tile";
}

#endif // LOWP_DIALECT_LOWP_IR_RECIPEATTRS
