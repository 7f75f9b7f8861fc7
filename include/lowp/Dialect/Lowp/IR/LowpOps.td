//===- LowpOps.td - Operations of the lowp dialect ---------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPOPS
#define LOWP_DIALECT_LOWP_IR_LOWPOPS

include "lowp/Dialect/Lowp/IR/LowpTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Lowp_Op<string mnemonic, list<Trait> traits = []>
    : Op<Lowp_Dialect, mnemonic, traits>;

def Lowp_HighPrecisionMatrix
    : TensorRankOf<[F32, BF16, F16], [2]> {
  let summary = "2-D tensor of f32, bf16 or f16";
}

def Lowp_HighPrecisionStack
    : TensorRankOf<[F32, BF16, F16], [2, 3]> {
  let summary = "2-D or 3-D tensor of f32, bf16 or f16";
}

/// A number per group: where it ends, or how many of its rows count.
def Lowp_GroupNumbers : 1DTensorOf<[I32]>;

//===----------------------------------------------------------------------===//
// Quantization
//===----------------------------------------------------------------------===//

def Lowp_QuantizeOp : Lowp_Op<"quantize", [Pure, AttrSizedOperandSegments]> {
  let summary = "scale a matrix and cast it to a low-precision format";
  let description = [{
    Per block of the result's recipe: amax = max |x|, the encode factor `s`
    from amax by `numerics`, data = cast(x * s) with round to nearest even.
    The recipe, data order, scale layout and convention are those of the result
    type. The quantize of a dequantize folds to the latter's input where the
    types are the same: the detour could only round once more. Stochastic
    rounding takes a `seed`, from which the random bits of each element follow.
    Each matrix of a stack is quantized on its own, and so is each group of a
    result with groups, which end at `offsets`.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.block_1x128>
    %g = lowp.quantize %go numerics <mx_rceil> offsets(%ends : tensor<8xi32>)
       : tensor<4096x?xbf16> -> !lowp.scaled<4096x?xf8E4M3FN, #lowp.mx_1x32,
                                             groups = <8, axis = 1>>
    ```
  }];
  let arguments = (ins
    Lowp_HighPrecisionStack:$input,
    Optional<I64>:$seed,
    Optional<Lowp_GroupNumbers>:$offsets,
    Lowp_NumericsAttr:$numerics);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input `numerics` $numerics (`seed` $seed^)?
    (`offsets` `(` $offsets^ `:` type($offsets) `)`)? attr-dict `:` type($input)
    `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input,
        "NumericsAttr":$numerics), [{
      build($_builder, $_state, result, input, /*seed=*/::mlir::Value(),
            numerics);
    }]>,
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input,
        "::mlir::Value":$seed, "NumericsAttr":$numerics), [{
      build($_builder, $_state, result, input, seed,
            /*offsets=*/::mlir::Value(), numerics);
    }]>
  ];
  // Bytecode of version 0 has no offsets.
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_DequantizeOp : Lowp_Op<"dequantize", [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "the values a scaled matrix stands for";
  let description = [{
    result(i, j) = data(i, j) * scale, computed in f32 and rounded once to the
    result's element type. The result is row-major. Of an input with groups,
    `offsets` says where they end.

    Example:
    ```mlir
    %x = lowp.dequantize %q
       : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block_1x128> -> tensor<?x7168xf32>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input,
                       Optional<Lowp_GroupNumbers>:$offsets);
  let results = (outs Lowp_HighPrecisionStack:$result);
  let assemblyFormat = [{
    $input (`offsets` `(` $offsets^ `:` type($offsets) `)`)? attr-dict `:`
    qualified(type($input)) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input), [{
      build($_builder, $_state, result, input, /*offsets=*/::mlir::Value());
    }]>
  ];
  let hasVerifier = 1;
}

def Lowp_HadamardOp : Lowp_Op<"hadamard", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "random Hadamard transform of a few elements at a time";
  let description = [{
    Spreads outliers over `size` neighbours, 16 if not said, along dimension
    `axis` of the matrix, or of each matrix of a stack (0: down a column, 1:
    along a row): each group is multiplied with an orthogonal matrix, signs (bit
    k of `signs` set: minus) times Hadamard matrix over the square root of
    `size`. A last group of fewer elements stays as it is.
    A matmul whose operands are both transformed along the contracted dimension
    with the same signs computes the same product.

    Example:
    ```mlir
    %y = lowp.hadamard %x axis 1 signs 55272 : tensor<?x7168xbf16>
    ```
  }];
  let arguments = (ins
    Lowp_HighPrecisionStack:$input,
    I64Attr:$axis,
    I64Attr:$signs,
    DefaultValuedAttr<I64Attr, "16">:$size);
  let results = (outs Lowp_HighPrecisionStack:$result);
  let extraClassDeclaration = [{
    /// The transformed dimension of the tensor: behind the one of a stack.
    unsigned getTensorAxis() { return getType().getRank() - 2 + getAxis(); }
  }];
  let assemblyFormat = [{
    $input `axis` $axis `signs` $signs (`size` $size^)? attr-dict `:`
    type($input)
  }];
  // Bytecode of version 0 has no size.
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Data and scales as plain tensors
//===----------------------------------------------------------------------===//

def Lowp_MakeScaledOp : Lowp_Op<"make_scaled", [Pure]> {
  let summary = "form a scaled matrix from its data and scale tensors";
  let description = [{
    The tensors are those the result type names: `getDataType()`, whose
    dimensions are in storage order, `getScaleStorageType()`, padding included,
    and, for recipes of two levels, `getGlobalScaleType()`.

    Example:
    ```mlir
    %q = lowp.make_scaled %data, %scales
       : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
      -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$data, AnyRankedTensor:$scales,
                       Optional<AnyRankedTensor>:$global_scale);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $data `,` $scales (`,` $global_scale^)? attr-dict `:` type($data) `,`
    type($scales) (`,` type($global_scale)^)? `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$data,
        "::mlir::Value":$scales), [{
      build($_builder, $_state, result, data, scales,
            /*global_scale=*/::mlir::Value());
    }]>,
    // From the tensors in the order of `ScaledType::getStorageTypes`.
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::ValueRange":$parts), [{
      $_state.addOperands(parts);
      $_state.addTypes(result);
    }]>
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_SplitScaledOp : Lowp_Op<"split_scaled", [Pure, InferTypeOpAdaptor]> {
  let summary = "the data and scale tensors of a scaled matrix";
  let description = [{
    The inverse of `lowp.make_scaled`. A recipe of two levels gives a third
    result, the global scale.

    Example:
    ```mlir
    %data, %scales = lowp.split_scaled %q
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input);
  let results = (outs AnyRankedTensor:$data, AnyRankedTensor:$scales,
                      Optional<AnyRankedTensor>:$global_scale);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input))";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

def Lowp_TransposeOp : Lowp_Op<"transpose", [Pure, InferTypeOpAdaptor]> {
  let summary = "the transposed matrix over the same storage";
  let description = [{
    Moves nothing: shape, recipe, data order and scale layout of the type are
    transposed.

    Example:
    ```mlir
    %t = lowp.transpose %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = "$input attr-dict `:` qualified(type($input))";
  let hasFolder = 1;
}

def Lowp_RelayoutOp : Lowp_Op<"relayout", [Pure]> {
  let summary = "copy a scaled matrix into another physical layout";
  let description = [{
    Data order, data layout, packing, scale layout and the alignment of groups may
    change, nothing else. Padding of the new scale layout gets the layout's
    padding value. Where scales are in groups, `offsets` says where these end.
    Each matrix of a stack is copied on its own.

    Example:
    ```mlir
    %r = lowp.relayout %q
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
      -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128, scales = #lowp.mn_major>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input,
                       Optional<Lowp_GroupNumbers>:$offsets);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input (`offsets` `(` $offsets^ `:` type($offsets) `)`)? attr-dict `:`
    qualified(type($input)) `->` qualified(type($result))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input), [{
      build($_builder, $_state, result, input, /*offsets=*/::mlir::Value());
    }]>
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

def Lowp_WidenOp : Lowp_Op<"widen", [Pure]> {
  let summary = "the same values in a wider format with f32 scales";
  let description = [{
    Data are converted exactly, and each block of a row gets the decode factor
    of the block of the input that it lies in, as an f32. A matmul whose formats
    a chip does not have becomes one that it has in this way.

    With `spread n` the columns go apart: the blocks of the result, of B
    columns, get n columns of the input each, followed by B - n columns of data
    0. A product over all columns of two matrices that are spread alike stays
    what it was.

    Example:
    ```mlir
    %w = lowp.widen %q spread 16
       : !lowp.scaled<?x7168xf4E2M1FN, #lowp.nvfp4_1x16, packing = dense>
      -> !lowp.scaled<?x14336xf8E4M3FN, #lowp.block_1x32>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input, OptionalAttr<I64Attr>:$spread);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input (`spread` $spread^)? attr-dict `:` qualified(type($input)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Columns of the input that share a block of the result.
    int64_t getColumnsPerBlock();
    /// The type that a widened `input` has: row-major data of `elementType`
    /// with scales of `recipe`, spread if `spread` is a number.
    static ScaledType getResultType(ScaledType input,
                                    ::mlir::Type elementType,
                                    RecipeAttrInterface recipe,
                                    ::std::optional<int64_t> spread);
  }];
}

//===----------------------------------------------------------------------===//
// Matmul
//===----------------------------------------------------------------------===//

def Lowp_ScaledMatmulOp : Lowp_Op<"scaled_matmul", [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "product of two scaled matrices, lhs . rhs^T";
  let description = [{
    result(m, n) = sum over k of lhs(m, k) * rhs(n, k), plus `accumulator(m, n)`
    when given; both operands have the contracted dimension last, whatever
    their physical order. Without `fast_accumulation` partial sums are promoted to
    f32 at least every 128 elements of K; with it, where scales span the whole
    of K, one sum in the tensor core's narrower accumulator will do.

    Example:
    ```mlir
    %y = lowp.scaled_matmul %x, %w
       : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block_1x128>,
         !lowp.scaled<4096x7168xf8E4M3FN, #lowp.block_128x128>
      -> tensor<?x4096xbf16>
    ```
  }];
  let arguments = (ins
    Lowp_ScaledType:$lhs,
    Lowp_ScaledType:$rhs,
    Optional<Lowp_HighPrecisionMatrix>:$accumulator,
    UnitAttr:$fast_accumulation);
  let results = (outs Lowp_HighPrecisionMatrix:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`accumulate` $accumulator^)?
    (`fast_accumulation` $fast_accumulation^)? attr-dict
    `:` qualified(type($lhs)) `,` qualified(type($rhs))
    (`,` type($accumulator)^)? `->` type($result)
  }];
  let hasVerifier = 1;
}

class Lowp_GroupedOp<string mnemonic, Type operandType>
    : Lowp_Op<mnemonic, [Pure, AttrSizedOperandSegments,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>]> {
  let arguments = (ins
    operandType:$lhs,
    operandType:$rhs,
    Optional<Lowp_GroupNumbers>:$offsets,
    Optional<Lowp_GroupNumbers>:$counts,
    Optional<Lowp_HighPrecisionStack>:$accumulator);
  let results = (outs Lowp_HighPrecisionStack:$result);
  let hasVerifier = 1;
}

def Lowp_GroupedMatmulOp
    : Lowp_GroupedOp<"grouped_matmul", Lowp_HighPrecisionStack> {
  let summary = "one matmul per group, lhs . rhs^T, in high precision";
  let description = [{
    The ranks of the operands say what is grouped:

    | lhs | rhs | result | groups |
    |---|---|---|---|
    | M x K | G x N x K | M x N | rows of lhs, ending at `offsets` |
    | M x K | N x K | G x M x N | of K, ending at `offsets` |
    | G x M x K | G x N x K | G x M x N | one each; `counts` rows count |

    Group g reaches from `offsets[g - 1]`, or 0, to `offsets[g]`. Rows of the
    result that are in no group, and those from `counts[g]` on, are undefined.
    The products are added to the `accumulator`, if there is one.

    Example:
    ```mlir
    %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>)
       : tensor<?x7168xbf16>, tensor<8x4096x7168xbf16> -> tensor<?x4096xbf16>
    ```
  }];
  let assemblyFormat = [{
    $lhs `,` $rhs (`offsets` `(` $offsets^ `:` type($offsets) `)`)?
    (`counts` `(` $counts^ `:` type($counts) `)`)?
    (`accumulate` `(` $accumulator^ `:` type($accumulator) `)`)? attr-dict `:`
    type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Lowp_GroupedScaledMatmulOp
    : Lowp_GroupedOp<"grouped_scaled_matmul", Lowp_ScaledType> {
  let summary = "one scaled matmul per group, lhs . rhs^T";
  let description = [{
    `lowp.grouped_matmul` of scaled operands. Those of three dimensions are
    stacks of matrices, each with blocks and scales of its own; those of two may
    have groups, which are the groups of the product.

    Example:
    ```mlir
    %y = lowp.grouped_scaled_matmul %x, %w offsets(%ends : tensor<8xi32>)
       : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block_1x128>,
         !lowp.scaled<8x4096x7168xf8E4M3FN, #lowp.block_128x128>
      -> tensor<?x4096xbf16>
    ```
  }];
  let assemblyFormat = [{
    $lhs `,` $rhs (`offsets` `(` $offsets^ `:` type($offsets) `)`)?
    (`counts` `(` $counts^ `:` type($counts) `)`)?
    (`accumulate` `(` $accumulator^ `:` type($accumulator) `)`)? attr-dict `:`
    qualified(type($lhs)) `,` qualified(type($rhs)) `->` type($result)
  }];
}

//===----------------------------------------------------------------------===//
// Formed kernels
//===----------------------------------------------------------------------===//

def Lowp_GemmOp : Lowp_Op<"gemm", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one scaled matmul that runs as one kernel";
  let description = [{
    What `lowp-form-kernels` makes of a `lowp.scaled_matmul`: the same product
    on plain tensors or buffers, in destination style. `lhs_type` and
    `rhs_type` keep what the operands' data and scales mean; an operand whose
    recipe has two levels has a third tensor, its global scale. With `accumulate`
    the product is added to the destination, else it overwrites it.

    Example:
    ```mlir
    %y = lowp.gemm lhs(%xd, %xs : tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>)
                   rhs(%wd, %ws : tensor<4096x7168xf8E4M3FN>, tensor<32x56xf32>)
                   outs(%init : tensor<?x4096xbf16>)
      {lhs_type = !lowp.scaled<?x7168xf8E4M3FN, #lowp.block_1x128>,
       rhs_type = !lowp.scaled<4096x7168xf8E4M3FN, #lowp.block_128x128>}
      -> tensor<?x4096xbf16>
    ```
  }];
  let arguments = (ins
    AnyShaped:$lhs_data, AnyShaped:$lhs_scales,
    Optional<AnyShaped>:$lhs_global_scale,
    AnyShaped:$rhs_data, AnyShaped:$rhs_scales,
    Optional<AnyShaped>:$rhs_global_scale,
    AnyShaped:$init,
    TypeAttrOf<Lowp_ScaledType>:$lhs_type,
    TypeAttrOf<Lowp_ScaledType>:$rhs_type,
    UnitAttr:$accumulate,
    UnitAttr:$fast_accumulation);
  let results = (outs Variadic<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `lhs` `(` $lhs_data `,` $lhs_scales (`,` $lhs_global_scale^)? `:`
    type($lhs_data) `,` type($lhs_scales) (`,` type($lhs_global_scale)^)? `)`
    `rhs` `(` $rhs_data `,` $rhs_scales (`,` $rhs_global_scale^)? `:`
    type($rhs_data) `,` type($rhs_scales) (`,` type($rhs_global_scale)^)? `)`
    `outs` `(` $init `:` type($init) `)` attr-dict (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
    ScaledType getLhsScaledType();
    ScaledType getRhsScaledType();
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_LOWPOPS
