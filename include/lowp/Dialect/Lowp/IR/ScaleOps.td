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
  let summary = "find the largest magnitude of each block of a matrix";
  let description = [{
    The first step of a quantize: the largest magnitude of each block of the recipe,
    in f32, in the order of the matrix. Without a recipe the whole matrix is one
    block, from which recipes of two levels have the scale of the matrix. Blocks
    begin at row 0 and column 0, in each matrix of a batch. Entries of blocks that
    hold a NaN are NaN, of blocks without elements 0.

    An amax may be taken in parts: where no block lies in two shards of a matrix,
    the entries of the shards are those of the matrix; where blocks are cut, the
    entry is the larger of both, NaN if one is NaN.
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
  let summary = "compute the scale of a matrix below which blocks have theirs";
  let description = [{
    Makes, for recipes of two levels, the factor that scales of blocks are computed
    with, and the global scale as `convention` stores it, of the amax of a matrix or
    of each matrix of a batch. For NVFP4 (section 2) the factor is g, or under
    `quotient = decode` p; the scale is p under `decode` and g under `encode`.
    `largest_factor = input` means f32. A program with a global scale of its own
    takes that in place of the results. Under `matrix_scale = unit` both are
    constants of 1, where the number of matrices is known.
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
  let summary = "compute the scales of blocks from their largest magnitudes";
  let description = [{
    Makes of each amax the encode factor of its block and the scale that is stored,
    as section 2 says. The amax may come from `lowp.amax`, a maximum over devices,
    an earlier step, or a constant: `saturation` speaks of values beyond it.
    `largest_factor = input` means f32 here, the type of `amax`; where it matters,
    under `degenerate = unit`, numerics that name the type of the matrix give what a
    quantize gives. A recipe of two levels takes the factor of the matrix, that of
    `lowp.compute_global_scale` or a given one.
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
