//===- TensorOps.td - Sums in tensor memory ----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_TENSOROPS
#define LOWP_DIALECT_LOWPGPU_IR_TENSOROPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"

def LowpGPU_MmaIntoOp : LowpGPU_Op<"mma_into", [AttrSizedOperandSegments]> {
  let summary = "start a tile product, lhs . rhs^T, into tensor memory";
  let description = [{
    One lane issues it. Where `accumulate` is true the product is added to `sums`,
    otherwise it replaces them. Products of a lane follow each other in order; none
    is waited for: the stages that they read are released, and those that hold
    sums committed, `by products`.

    `scales`, of lhs and rhs, are multiplied by the instruction itself, as those of
    `lowp_gpu.mma` are. Those of the rhs are whole atoms of rows, of which the
    tile begins `from` so many rows on, if that is said. They are copied to
    columns of tensor memory: from `scale_column` on, both set by
    `lowp-gpu-plan-tensor-memory`, lie `scale_sets` sets, each of those of the lhs
    and then of those of the rhs. A copy is not ordered behind the products that
    were issued before: which set a product takes, `set`, and what it waits
    for, is added by `lowp-gpu-materialize-pipelines`.

    `slice i of n` multiplies the i-th of n equal slices of the tiles' K alone.

    With `pair` it is the product of both CTAs of a pair, which their leader
    issues: each has rows of the lhs and their sums of its own, at the same places,
    and half of the rows of the rhs, which are columns of the sums of both. Scales
    are those of the rows of the CTA and of all columns.

    Example:
    ```mlir
    lowp_gpu.mma_into %a, %b to %sums accumulate %more
        : !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>,
          !lowp_gpu.tile<256x128xf8E4M3FN swizzle 128>
        to !lowp_gpu.tile<128x256xf32 in tensor>
    ```
  }];
  let arguments = (ins LowpGPU_SharedTile:$lhs, LowpGPU_SharedTile:$rhs,
    Variadic<LowpGPU_SharedTile>:$scales, Optional<I32>:$first_row,
    Optional<I32>:$scale_set, LowpGPU_TensorTile:$sums, I1:$accumulate,
    UnitAttr:$pair, OptionalAttr<I64Attr>:$scale_column,
    OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$scale_sets,
    DefaultValuedAttr<I64Attr, "0">:$slice,
    DefaultValuedAttr<I64Attr, "1">:$slices);
  let assemblyFormat = [{
    $lhs `,` $rhs (`scales` $scales^ (`from` $first_row^)? (`set` $scale_set^)?
    `:` qualified(type($scales)))?
    (`slice` $slice `of` $slices^)? `to` $sums `accumulate` $accumulate (`pair` $pair^)? attr-dict
    `:` qualified(type($lhs)) `,` qualified(type($rhs)) `to`
    qualified(type($sums))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
        "::mlir::ValueRange":$scales, "::mlir::Value":$first_row,
        "::mlir::Value":$sums, "::mlir::Value":$accumulate, "bool":$pair), [{
      build($_builder, $_state, lhs, rhs, scales, first_row,
            /*scale_set=*/::mlir::Value(), sums, accumulate, pair,
            /*scale_column=*/::mlir::IntegerAttr(),
            /*scale_sets=*/::mlir::IntegerAttr());
    }]>
  ];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Columns of the product: those of both CTAs of a pair.
    int64_t countColumns();
    /// Columns of tensor memory that the scales take there.
    int64_t countScaleColumns();
  }];
}

def LowpGPU_ReadSumsOp : LowpGPU_NamedOp<"read_sums", "sums", [
    MemoryEffects<[MemRead]>]> {
  let summary = "columns of sums from tensor memory into registers";
  let description = [{
    The warps of the role read a row a lane, as many columns as the result has,
    from `column` on, the first one unless said, or `at` what `overlap_column`
    returns. The stage may be released behind the last read of it, or of what two
    places share. Registers may be used before all columns are there if these are
    loaded `by` so many.

    Example:
    ```mlir
    %sums = lowp_gpu.read_sums %tile column 64
        : !lowp_gpu.tile<128x256xf32 in tensor>
        -> !lowp_gpu.accumulator<128x64xf32>
    ```
  }];
  let arguments = (ins LowpGPU_TensorTile:$tile,
                       DefaultValuedAttr<I64Attr, "0">:$column,
                       OptionalAttr<I64Attr>:$piece, Optional<I32>:$at);
  let results = (outs LowpGPU_F32Accumulator:$result);
  let assemblyFormat = [{
    $tile (`column` $column^)? (`at` $at^)? (`by` $piece^)? attr-dict `:` qualified(type($tile)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def LowpGPU_OverlapColumnOp : LowpGPU_NamedOp<"overlap_column", "column",
                                              [Pure]> {
  let summary = "return the column so many from where two places overlap";
  let description = [{
    A stage whose pipeline says `overlap` lies in one of two places. Both are read
    from the columns on that they share: in the first from its last columns down,
    in the second from its first ones up. Returns the first of `columns` columns of
    the stage's `field`, with `first` between them and that end.
    `lowp-gpu-materialize-pipelines` knows the place.

    Example:
    ```mlir
    %column = lowp_gpu.overlap_column %stage["sums"] first 64 columns 64
        : !lowp_gpu.stage<sums: 128x256xf32 in tensor>
    ```
  }];
  let arguments = (ins LowpGPU_StageType:$stage, StrAttr:$field, I64Attr:$first,
                       I64Attr:$columns);
  let results = (outs I32:$column);
  let assemblyFormat = [{
    $stage `[` $field `]` `first` $first `columns` $columns attr-dict
    `:` qualified(type($stage))
  }];
  let hasVerifier = 1;
}

def LowpGPU_AllocateColumnsOp : LowpGPU_Op<"allocate_columns"> {
  let summary = "take columns of tensor memory for the kernel";
  let description = [{
    A whole warp executes it, once, and waits until as many are free. The address
    of the first one is then at the kernel's `tensor_address` in shared memory, for
    whoever synchronises with the warp. `lowp-gpu-specialize-warps` makes it.

    Example:
    ```mlir
    lowp_gpu.allocate_columns 272
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$columns);
  let assemblyFormat = "$columns attr-dict";
}

def LowpGPU_ReleaseColumnsOp : LowpGPU_Op<"release_columns"> {
  let summary = "give the kernel's columns of tensor memory back";
  let description = [{
    The warp that took them gives back as many, after a synchronisation with all
    who accessed them.

    Example:
    ```mlir
    lowp_gpu.release_columns 272
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$columns);
  let assemblyFormat = "$columns attr-dict";
}

#endif // LOWP_DIALECT_LOWPGPU_IR_TENSOROPS
