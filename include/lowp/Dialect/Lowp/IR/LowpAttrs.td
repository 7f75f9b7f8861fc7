//===- LowpAttrs.td - Attributes of the lowp dialect -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPATTRS
#define LOWP_DIALECT_LOWP_IR_LOWPATTRS

include "lowp/Dialect/Lowp/IR/LowpDialect.td"
include "lowp/Interfaces/DataLayoutInterface.td"
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

def Lowp_ScaleRounding : Lowp_Enum<"ScaleRounding",
    "how a scale of format e8m0 becomes a power of two", [
      I32EnumAttrCase<"None", 0, "none">,
      I32EnumAttrCase<"Floor", 1, "floor">,
      I32EnumAttrCase<"Ceil", 2, "ceil">,
      I32EnumAttrCase<"Even", 3, "even">,
      I32EnumAttrCase<"RCeil", 4, "rceil">]>;

def Lowp_Rounding : Lowp_Enum<"Rounding",
    "how data are rounded", [
      I32EnumAttrCase<"Nearest", 0, "nearest">,
      I32EnumAttrCase<"Stochastic", 1, "stochastic">]>;

def Lowp_Packing : Lowp_Enum<"Packing",
    "how elements of less than 8 bits share bytes", [
      I32EnumAttrCase<"Bytes", 0, "bytes">,
      I32EnumAttrCase<"Dense", 1, "dense">]>;

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
      the cast, `overflow` lets the cast make infinity or NaN of them;
    - `scale_rounding`: how scales of format e8m0 become powers of two (`none`
      for recipes whose scales have another format);
    - `rounding`: data are rounded to `nearest` even or `stochastic`ally.

    Presets name the behaviour they reproduce: `torchao`, `torchao_rowwise`
    (the same with powers of two), `transformer_engine`,
    `transformer_engine_stochastic`, `mx_floor`, `mx_ceil`, `mx_even` and
    `mx_rceil`. Single parameters of a preset may be changed:
    `#lowp.numerics<torchao, eps = 0.0>`.

    Example: `#lowp.numerics<torchao>` is short for `#lowp.numerics<eps =
    1.0e-12, division = f64, power_of_two = false, degenerate = propagate,
    saturation = saturate>`.
  }];
  let parameters = (ins
    APFloatParameter<"eps, in double precision">:$epsValue,
    "::mlir::lowp::Division":$division,
    "bool":$powerOfTwo,
    "::mlir::lowp::DegenerateAmax":$degenerate,
    "::mlir::lowp::Saturation":$saturation,
    "::mlir::lowp::ScaleRounding":$scaleRounding,
    "::mlir::lowp::Rounding":$rounding
  );
  let builders = [
    AttrBuilder<(ins "double":$eps, "::mlir::lowp::Division":$division,
        "bool":$powerOfTwo, "::mlir::lowp::DegenerateAmax":$degenerate,
        "::mlir::lowp::Saturation":$saturation,
        CArg<"::mlir::lowp::ScaleRounding",
             "::mlir::lowp::ScaleRounding::None">:$scaleRounding,
        CArg<"::mlir::lowp::Rounding",
             "::mlir::lowp::Rounding::Nearest">:$rounding), [{
      return $_get($_ctxt, ::llvm::APFloat(eps), division, powerOfTwo,
                   degenerate, saturation, scaleRounding, rounding);
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
        ::mlir::Value globalEncode, const ::lowp::FloatFormat &format,
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
  }];
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

//===----------------------------------------------------------------------===//
// NVFP4: e2m1 data, scales of e4m3 and one of f32
//===----------------------------------------------------------------------===//

class Lowp_NVFP4Recipe<string name, string attrMnemonic>
    : Lowp_RecipeOf<"NVFP4Scale", name, attrMnemonic, /*global=*/1> {
  let extraClassDeclaration = [{
    unsigned getScaleLevels() const { return 2; }
    BlockScale buildGlobalScale(
        ::mlir::OpBuilder &builder, ::mlir::Location loc, ::mlir::Value amax,
        const ::lowp::FloatFormat &format, const NumericsAttr &numerics,
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

//===----------------------------------------------------------------------===//
// Data layouts: a new one is an entry here and a file in .../IR/DataLayouts
//===----------------------------------------------------------------------===//

class Lowp_DataLayout<string name, string attrMnemonic> : Lowp_Attr<name,
    attrMnemonic, [DeclareAttrInterfaceMethods<Lowp_DataLayoutAttrInterface>]>;

def Lowp_PlainAttr : Lowp_DataLayout<"Plain", "plain"> {
  let summary = "data as the matrix is written in its storage order";
}

def Lowp_PanelsAttr : Lowp_DataLayout<"Panels", "panels"> {
  let summary = "data in panels of the fast dimension, each contiguous";
  let description = [{
    The fast dimension is cut into panels of `width` elements, the last one
    filled up with zeros. A `K x M` matrix in panels of 128 lies as `[M /
    128][K][128]`.
  }];
  let parameters = (ins "int64_t":$width);
  let assemblyFormat = "`<` $width `>`";
  let genVerifyDecl = 1;
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

def Lowp_KMajorAttr : Lowp_ScaleLayout<"KMajor", "k_major"> {
  let summary = "scales contiguous along K, each row padded";
  let description = [{
    The K dimension of the scale matrix, the second one, is contiguous and
    padded with zeros to a multiple of `alignment` scales. cuBLAS wants the
    scales of 128x128 blocks so, with rows of a multiple of 4. On a matrix seen
    transposed (`transposed = true`) K is the first dimension.
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$alignment,
    DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($alignment, $transposed)^ `>`)?";
  let genVerifyDecl = 1;
}

def Lowp_PackedWordsAttr : Lowp_ScaleLayout<"PackedWords", "packed_words"> {
  let summary = "the scales of a row's neighbours as one word, words along M";
  let description = [{
    `scales` neighbours along K lie together, and such words are contiguous
    along M (or N), whose number is padded to a multiple of `alignment` words.
    With scales of e8m0 and the defaults a word is a little-endian int32 of four
    of them, lowest K in the lowest byte, and 4 words are the 16 bytes that a
    tensor map wants. Padding is zeros, in incomplete words too.
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$scales,
    DefaultValuedParameter<"int64_t", "4">:$alignment,
    DefaultValuedParameter<"bool", "false">:$transposed);
  let assemblyFormat = "(`<` struct($scales, $alignment, $transposed)^ `>`)?";
  let genVerifyDecl = 1;
}

def Lowp_SwizzledAttr : Lowp_ScaleLayout<"Swizzled", "swizzled"> {
  let summary = "scales in atoms, each contiguous, as tensor cores read them";
  let description = [{
    The scale matrix is cut into atoms that lie row-major, the last ones filled
    up with zeros. `rows` and `columns` are the factors of an atom's sizes, from
    the slowest to the fastest one as the matrix is written; `order` numbers
    them, rows first, from the slowest to the fastest one in memory.

    The defaults are the 128x4 atom of Blackwell: 128 rows are 4 times 32, of
    which the 32 are slowest in memory, then the 4, then the 4 columns.

    Example: the 32x8 atom of other hardware.
    ```mlir
    #lowp.swizzled<rows = [2, 16], columns = [2, 4], order = [3, 1, 2, 0]>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$rows,
    ArrayRefParameter<"int64_t">:$columns,
    ArrayRefParameter<"int64_t">:$order,
    "bool":$transposed);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The atom that Blackwell reads: 128 x 4.
    static SwizzledAttr getBlackwell(::mlir::MLIRContext *context);
    /// The sizes of an atom.
    int64_t getAtomRows() const;
    int64_t getAtomColumns() const;
  }];
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

def Lowp_GroupsAttr : Lowp_Attr<"Groups", "groups"> {
  let summary = "a matrix that is divided into groups along a dimension";
  let description = [{
    `count` ranges of dimension `axis` follow one another, each a matrix of its
    own: blocks begin anew at its border. Where a group ends is data of the
    device, an operand of the operations that need to know. The scales of a
    group begin at a multiple of `alignment` entries of the scale matrix; what
    is left free before the next group is padding. `count` may be `?`. With
    `separate` the storages of the groups lie one behind the other, in a tensor
    of one dimension, instead of side by side in the storage of the whole.

    Example: 8 groups of rows, scales padded to the 128 rows of an atom.
    ```mlir
    #lowp.groups<8, axis = 0, alignment = 128>
    ```
  }];
  let parameters = (ins
    "int64_t":$count,
    "int64_t":$axis,
    DefaultValuedParameter<"int64_t", "1">:$alignment,
    DefaultValuedParameter<"bool", "false">:$separate);
  let assemblyFormat = [{
    `<` custom<GroupCount>($count) `,` struct($axis, $alignment, $separate) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same groups on the transposed matrix.
    GroupsAttr getTransposed() const;
    /// Whether `other` divides a matrix in the same way, wherever scales lie.
    bool dividesLike(GroupsAttr other) const;
  }];
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

#endif // LOWP_DIALECT_LOWP_IR_LOWPATTRS
