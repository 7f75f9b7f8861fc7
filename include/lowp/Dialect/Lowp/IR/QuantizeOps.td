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
    Scales a matrix and casts it, as section 2 of the specification says, under
    the recipe, order, layouts, convention and packing of the result type. Each
    matrix of a batch, and each group of a result with groups, is quantized on its
    own, with the seed plus its index, and rows and columns counted from its own
    first ones.

    With `scales` amax and scales are not computed but given: the encode factor of
    each block, its stored scale, and for recipes of two levels the stored global
    scale, with an entry per matrix first for a batch. Entry (i, j) is that of
    block (i, j), without padding; stored scales go where the scale layout of the
    result has them. Data are `cast(x * encode)`, by the `saturation` and `rounding`
    of the numerics alone. Nothing checks that factors and stored scales belong
    together (`lowp.compute_scale` makes both); infinite, zero and NaN factors are
    multiplied with like others.

    The quantize of a `lowp.dequantize` of the same type and ends folds to the
    latter's input: the detour could only round again.
  }];
  let arguments = (ins
    Lowp_HighPrecisionBatch:$input,
    Optional<I64>:$seed,
    Optional<Lowp_IndexVector>:$ends,
    Variadic<AnyRankedTensor>:$scales,
    Lowp_NumericsAttr:$numerics);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat = [{
    $input `numerics` $numerics (`seed` $seed^)?
    (`ends` `(` $ends^ `:` type($ends) `)`)?
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
            /*ends=*/::mlir::Value(), /*scales=*/::mlir::ValueRange(),
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
  // Bytecode of version 0 has no ends, that of versions up to 3 no scales.
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Lowp_DequantizeOp : Lowp_Op<"dequantize", [Pure,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["getLayoutDemand"]>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "compute the values a scaled matrix stands for";
  let description = [{
    The values of section 1, row-major. The product of datum and factor is computed
    in f32 and, for bf16 and f16, rounded once more. `ends` says where the groups
    of an input end.
  }];
  let arguments = (ins Lowp_ScaledType:$input,
                       Optional<Lowp_IndexVector>:$ends);
  let results = (outs Lowp_HighPrecisionBatch:$result);
  let assemblyFormat = [{
    $input (`ends` `(` $ends^ `:` type($ends) `)`)? attr-dict `:`
    qualified(type($input)) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$input), [{
      build($_builder, $_state, result, input, /*ends=*/::mlir::Value());
    }]>
  ];
  let hasVerifier = 1;
}

def Lowp_HadamardOp : Lowp_Op<"hadamard", [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "transform a few elements at a time, randomly after Hadamard";
  let description = [{
    The random Hadamard transform: mixes each group of `size` neighbours, n, along
    dimension `axis` of the matrix, or of each matrix of a batch. With x the
    elements of a group, s_k = -1 if bit k of `signs` is set, else 1, and H(k, l) =
    -1 if k and l have an odd number of set bits in common, else 1,

        result(l) = (sum over k of s_k * H(k, l) * x(k)) * (1 / sqrt(n))

    The sum, k ascending, the factor and the product are in f64; the result is
    rounded once more. Groups start at 0; a last group of fewer elements stays as it
    is. Two matrices transformed along the contracted dimension with the same signs
    have the same product, but for rounding.
  }];
  let arguments = (ins
    Lowp_HighPrecisionBatch:$input,
    I64Attr:$axis,
    I64Attr:$signs,
    DefaultValuedAttr<I64Attr, "16">:$size);
  let results = (outs Lowp_HighPrecisionBatch:$result);
  let extraClassDeclaration = [{
    /// The transformed dimension of the tensor: after the one of a batch.
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
