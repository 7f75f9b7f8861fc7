//===- ScaleOps.td - The steps by which scales are made ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `lowp.quantize` does in one go, for programs that have a largest
// magnitude or a scale of their own: of an earlier step, of other devices too,
// or from an epilogue. All tensors are in the order of the matrix, an entry per
// block: layouts of scales begin with the scaled type.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_SCALEOPS
#define LOWP_DIALECT_LOWP_IR_SCALEOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An entry per block of a matrix, or of each matrix of a batch.
def Lowp_BlockNumbers : TensorRankOf<[F32], [2, 3]> {
  let summary = "2-D or 3-D tensor of f32";
}

/// An entry for the matrix, or for each matrix of a batch.
def Lowp_MatrixNumbers : TensorRankOf<[F32], [1, 2]> {
  let summary = "1-D or 2-D tensor of f32";
}

def Lowp_AmaxOp : Lowp_Op<"amax", [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "the largest magnitude of each block of a matrix";
  let description = [{
    result(i, j) = max |x| over block (i, j) of `recipe`, in f32: NaN if the
    block holds one, 0 if it is empty. Without a recipe the whole matrix is one
    block, which is what the global scale of recipes of two levels is made of.
    Blocks begin at row 0 and column 0, in each matrix of a batch.

    The maximum of the results of the parts of a matrix, where no block lies in
    two of them, is the result of the whole: so amax may be reduced over shards.

    Example:
    ```mlir
    %a = lowp.amax %x recipe(#lowp.block<1x128>)
       : tensor<?x7168xbf16> -> tensor<?x56xf32>
    %m = lowp.amax %x : tensor<?x7168xbf16> -> tensor<1x1xf32>
    ```
  }];
  let arguments = (ins Lowp_HighPrecisionBatch:$input,
                       OptionalAttr<Lowp_RecipeAttrInterface>:$recipe);
  let results = (outs Lowp_BlockNumbers:$result);
  let assemblyFormat = [{
    $input (`recipe` `(` $recipe^ `)`)? attr-dict `:` type($input) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The block that shares an entry.
    BlockShape getBlockShape();
    /// The type of the result for an input of this shape; `recipe` may be null.
    static ::mlir::RankedTensorType
    getResultType(::llvm::ArrayRef<int64_t> shape, RecipeAttrInterface recipe,
                  ::mlir::MLIRContext *context);
  }];
  let hasVerifier = 1;
}

def Lowp_ComputeGlobalScaleOp : Lowp_Op<"compute_global_scale", [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "the scale of a matrix below which blocks have theirs";
  let description = [{
    For recipes of two levels: from the largest magnitude of the matrix, or of
    each matrix of a batch, the factor that `lowp.compute_scale` wants as
    `global` and the global scale as `convention` stores it. Both have the type
    of the global scale, one f32 to a matrix. `largest_factor = input` means
    f32 here. Under `matrix_scale = unit` both are 1 and amax has no part in it.

    A program that has a global scale of its own needs no such op. With NVFP4
    the factor is g = 2688 / amax, or under `quotient = decode` p = amax / 2688.

    Example:
    ```mlir
    %factor, %global = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16>
        element f4E2M1FN numerics <transformer_engine>
      : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
    ```
  }];
  let arguments = (ins
    Lowp_BlockNumbers:$amax,
    Lowp_RecipeAttrInterface:$recipe,
    TypeAttr:$element_type,
    Lowp_NumericsAttr:$numerics,
    DefaultValuedAttr<Lowp_ScaleConvention,
                      "::mlir::lowp::ScaleConvention::Decode">:$convention);
  let results = (outs Lowp_MatrixNumbers:$factor, Lowp_MatrixNumbers:$scale);
  let assemblyFormat = [{
    $amax `recipe` $recipe `element` $element_type `numerics` $numerics
    (`convention` $convention^)? attr-dict `:` type($amax) `->` type($factor)
    `,` type($scale)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Lowp_ComputeScaleOp : Lowp_Op<"compute_scale", [Pure,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>]> {
  let summary = "the scales of blocks from their largest magnitudes";
  let description = [{
    For each entry of `amax`, by `numerics` and the largest value of the element
    type: the encode factor, an f32 that data are multiplied with, and the scale
    as the recipe stores it under `convention`. Both results have the sizes of
    amax, and `lowp.quantize` takes them as `scales`. Recipes of two levels take
    the factor of the matrix as `global`.

    `largest_factor = input` means f32 here, the type of amax: another type of
    the matrix is named.

    Example:
    ```mlir
    %encode, %scales = lowp.compute_scale %a recipe #lowp.block<1x128>
        element f8E4M3FN numerics <torchao>
      : tensor<?x56xf32> -> tensor<?x56xf32>, tensor<?x56xf32>
    %e, %s = lowp.compute_scale %b global(%factor : tensor<1xf32>)
        recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine>
      : tensor<?x448xf32> -> tensor<?x448xf32>, tensor<?x448xf8E4M3FN>
    ```
  }];
  let arguments = (ins
    Lowp_BlockNumbers:$amax,
    Optional<Lowp_MatrixNumbers>:$global_factor,
    Lowp_RecipeAttrInterface:$recipe,
    TypeAttr:$element_type,
    Lowp_NumericsAttr:$numerics,
    DefaultValuedAttr<Lowp_ScaleConvention,
                      "::mlir::lowp::ScaleConvention::Decode">:$convention);
  let results = (outs Lowp_BlockNumbers:$encode, AnyRankedTensor:$scales);
  let assemblyFormat = [{
    $amax (`global` `(` $global_factor^ `:` type($global_factor) `)`)? `recipe`
    $recipe `element` $element_type `numerics` $numerics
    (`convention` $convention^)? attr-dict `:` type($amax) `->` type($encode)
    `,` type($scales)
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_SCALEOPS
