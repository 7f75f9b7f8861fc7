//===- QuantizeOps.td - To scaled matrices and back --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_QUANTIZEOPS
#define LOWP_DIALECT_LOWP_IR_QUANTIZEOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "lowp/Interfaces/LayoutPropagationInterface.td"
include "lowp/Interfaces/ReifyScaledOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_QuantizeOp : Lowp_Op<"quantize", [Pure, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface, ["canWrite"]>,
    DeclareOpInterfaceMethods<Lowp_ReifyScaledOpInterface>]> {
  let summary = "scale a matrix and cast it to a low-precision format";
  let description = [{
    Per block of the result's recipe: amax = max |x|, the encode factor `s`
    from amax by `numerics`, data = cast(x * s) with round to nearest even.
    The recipe, data order, scale layout and convention are those of the result
    type. The quantize of a dequantize folds to the latter's input where the
    types are the same: the detour could only round once more. Stochastic
    rounding takes a `seed`, from which the random bits of each element follow.
    Each matrix of a batch is quantized on its own, and so is each group of a
    result with groups, which end at `offsets`.

    With `scales` nothing is read of the input but its values: they are encode
    factors, f32, that data are multiplied with, stored scales, of the type that
    the recipe stores, and for recipes of two levels the global scale. The first
    two have an entry per block in the order of the matrix, whatever the layout
    of the result. They come from `lowp.compute_scale`, or from anywhere else:
    nothing checks that factors and stored scales belong together.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>
    %d = lowp.quantize %x numerics <torchao>
         scales(%encode, %scale : tensor<1x1xf32>, tensor<1x1xf32>)
       : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.tensorwise>
    %g = lowp.quantize %go numerics <mx_rceil> offsets(%ends : tensor<8xi32>)
       : tensor<4096x?xbf16> -> !lowp.scaled<4096x?xf8E4M3FN, #lowp.mx<1x32>,
                                             groups = <8, axis = 1>>
    ```
  }];
  let arguments = (ins
    Lowp_HighPrecisionBatch:$input,
    Optional<I64>:$seed,
    Optional<Lowp_GroupNumbers>:$offsets,
    Variadic<AnyRankedTensor>:$scales,
    Lowp_NumericsAttr:$numerics);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input `numerics` $numerics (`seed` $seed^)?
    (`offsets` `(` $offsets^ `:` type($offsets) `)`)?
    (`scales` `(` $scales^ `:` type($scales) `)`)? attr-dict `:` type($input)
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
            /*offsets=*/::mlir::Value(), /*scales=*/::mlir::ValueRange(),
            numerics);
    }]>
  ];
  let extraClassDeclaration = [{
    /// Whether scales are given, and not computed from the input.
    bool hasGivenScales() { return !getScales().empty(); }
    /// What is given: an f32 factor per block, the scale of each block as it is
    /// stored, and the scale of the matrix, null for recipes of one level.
    ::mlir::Value getEncodeFactors() { return getScales()[0]; }
    ::mlir::Value getStoredScales() { return getScales()[1]; }
    ::mlir::Value getGlobalScale() {
      return getScales().size() > 2 ? getScales()[2] : ::mlir::Value();
    }
    /// The numerics of blocks. The factor of a whole matrix does not depend on
    /// the type of the input.
    NumericsAttr getBlockNumerics();
  }];
  // Bytecode of version 0 has no offsets, that of versions up to 3 no scales.
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_DequantizeOp : Lowp_Op<"dequantize", [Pure,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["getLayoutDemand"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "the values a scaled matrix stands for";
  let description = [{
    result(i, j) = data(i, j) * scale, computed in f32 and rounded once to the
    result's element type. The result is row-major. `offsets` says where
    the groups of an input end.

    Example:
    ```mlir
    %x = lowp.dequantize %q
       : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>> -> tensor<?x7168xf32>
    ```
  }];
  let arguments = (ins Lowp_ScaledType:$input,
                       Optional<Lowp_GroupNumbers>:$offsets);
  let results = (outs Lowp_HighPrecisionBatch:$result);
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
    `axis` of the matrix, or of each matrix of a batch (0: down a column, 1:
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
    Lowp_HighPrecisionBatch:$input,
    I64Attr:$axis,
    I64Attr:$signs,
    DefaultValuedAttr<I64Attr, "16">:$size);
  let results = (outs Lowp_HighPrecisionBatch:$result);
  let extraClassDeclaration = [{
    /// The transformed dimension of the tensor: behind the one of a batch.
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

#endif // LOWP_DIALECT_LOWP_IR_QUANTIZEOPS
