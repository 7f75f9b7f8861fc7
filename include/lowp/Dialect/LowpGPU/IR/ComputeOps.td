//===- ComputeOps.td - Tile arithmetic ---------------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_COMPUTEOPS
#define LOWP_DIALECT_LOWPGPU_IR_COMPUTEOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"

def LowpGPU_AccumulatorOp
    : LowpGPU_Op<"accumulator", [Pure, LowpGPU_NamesResults]> {
  let summary = "a fresh accumulator, zero or undefined";
  let arguments = (ins UnitAttr:$zero);
  let results = (outs LowpGPU_AccumulatorType:$result);
  let assemblyFormat = [{
    (`zero` $zero^)? attr-dict `:` qualified(type($result))
  }];
}

def LowpGPU_MmaOp : LowpGPU_NamedOp<"mma", "product", [
    TypesMatchWith<"accumulators alike", "accumulator", "result", "$_self">]> {
  let summary = "start a tile product, lhs . rhs^T";
  let description = [{
    Adds to `accumulator`, or with `overwrite` replaces it: the old contents
    then only name the registers to use, so that no other copy is needed. Tiles
    are K-major, rows x K, or of elements of 16 bits MN-major: panels x K x rows
    of a panel, 128 bytes of them. `slice i of n` multiplies the i-th of n equal slices of
    the tiles' K alone. The result may be read only after `lowp_gpu.mma_wait`.

    `scales`, of lhs and rhs, are multiplied by the instruction itself: words of
    four scales of a row, in atoms of 128 rows as `#lowp.swizzled` has them, for
    each 128 rows of the tile those along its K.
  }];
  let arguments = (ins LowpGPU_TileType:$lhs, LowpGPU_TileType:$rhs,
    LowpGPU_F32Accumulator:$accumulator, Variadic<LowpGPU_TileType>:$scales,
    UnitAttr:$overwrite,
    DefaultValuedAttr<I64Attr, "0">:$slice,
    DefaultValuedAttr<I64Attr, "1">:$slices);
  let results = (outs LowpGPU_F32Accumulator:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`scales` $scales^ `:` qualified(type($scales)))?
    (`slice` $slice `of` $slices^)? `into` $accumulator
    (`overwrite` $overwrite^)? attr-dict `:` qualified(type($lhs)) `,`
    qualified(type($rhs)) `into` qualified(type($accumulator))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
        "::mlir::Value":$accumulator, "bool":$overwrite,
        CArg<"::mlir::ValueRange", "{}">:$scales), [{
      build($_builder, $_state, accumulator.getType(), lhs, rhs, accumulator,
            scales, overwrite, /*slice=*/0, /*slices=*/1);
    }]>
  ];
  let hasVerifier = 1;
}

def LowpGPU_MmaWaitOp : LowpGPU_NamedOp<"mma_wait", "finished", [
    TypesMatchWith<"accumulators alike", "accumulator", "result", "$_self">]> {
  let summary = "wait until at most `pending` later products are unfinished";
  let description = [{
    The result holds the finished sums, if no fewer than `pending` products were
    issued behind the one whose sums these are.
  }];
  let arguments = (ins LowpGPU_F32Accumulator:$accumulator, I64Attr:$pending);
  let results = (outs LowpGPU_F32Accumulator:$result);
  let assemblyFormat = [{
    $accumulator `pending` $pending attr-dict
    `:` qualified(type($accumulator))
  }];
}

def LowpGPU_SliceColumnsOp
    : LowpGPU_NamedOp<"slice_columns", "columns", [Pure]> {
  let summary = "some columns of a tile of one row";
  let arguments = (ins LowpGPU_TileType:$source, I64Attr:$column);
  let results = (outs LowpGPU_TileType:$result);
  let assemblyFormat = [{
    $source `column` $column attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def LowpGPU_SyncWarpOp : LowpGPU_Op<"sync_warp"> {
  let summary = "keep what follows from being issued before";
  let description = [{
    Lanes of a warp wait for each other, which takes next to no time. An
    assembler would place reads of scales between the instructions of a
    product, and these would be issued late.
  }];
  let assemblyFormat = "attr-dict";
}

def LowpGPU_ReadRowsOp
    : LowpGPU_NamedOp<"read_rows", "rows", [AttrSizedOperandSegments,
                                            MemoryEffects<[MemRead]>]> {
  let summary = "the tile's values for the accumulator rows of this thread";
  let description = [{
    With `tile_m` only so many rows of each warpgroup are of the tile, and those
    of the next warpgroup follow them. With `offset` the first of them is at that
    place in the tile, which has more values than the accumulator has rows.
  }];
  let arguments = (ins LowpGPU_TileType:$tile, Optional<I32>:$tile_m,
                       Optional<I32>:$offset);
  let results = (outs LowpGPU_RowValuesType:$result);
  let assemblyFormat = [{
    $tile (`tile_m` $tile_m^)? (`offset` $offset^)? attr-dict `:` qualified(type($tile)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def LowpGPU_ReadElementOp
    : LowpGPU_NamedOp<"read_element", "scale", [MemoryEffects<[MemRead]>]> {
  let summary = "one element of a tile, the same for all threads";
  let arguments = (ins LowpGPU_TileType:$tile, I32:$row, I64Attr:$column);
  let results = (outs F32:$result);
  let assemblyFormat = [{
    $tile `[` $row `,` $column `]` attr-dict `:` qualified(type($tile))
  }];
  let hasVerifier = 1;
}

def LowpGPU_LoadScalarOp
    : LowpGPU_NamedOp<"load_scalar", "scale", [MemoryEffects<[MemRead]>]> {
  let summary = "an element of a buffer in global memory, the first unless said";
  let arguments = (ins MemRefOf<[F32]>:$source, Optional<I32>:$index);
  let results = (outs F32:$result);
  let assemblyFormat =
      "$source (`[` $index^ `]`)? attr-dict `:` type($source)";
}

def LowpGPU_PromoteOp : LowpGPU_NamedOp<"promote", "sum", [
    Pure, AttrSizedOperandSegments,
    AllTypesMatch<["partial", "accumulator", "result"]>]> {
  let summary = "add scaled partial sums to an accumulator";
  let description = [{
    result(i, j) = accumulator(i, j) + partial(i, j) * rows(i) * columns(j) *
    scale, in f32; scales that are absent are 1. Each of several scales is that
    of an equal share of the columns, from left to right; each warpgroup along N
    has as many.
  }];
  let arguments = (ins LowpGPU_F32Accumulator:$partial,
    LowpGPU_F32Accumulator:$accumulator,
    Optional<LowpGPU_RowValuesType>:$rows, Optional<LowpGPU_TileType>:$columns,
    Variadic<F32>:$scales);
  let results = (outs LowpGPU_F32Accumulator:$result);
  let assemblyFormat = [{
    $partial `into` $accumulator (`rows` $rows^ `:` qualified(type($rows)))?
    (`columns` $columns^ `:` qualified(type($columns)))? (`scale` $scales^)?
    attr-dict `:` qualified(type($accumulator))
  }];
  let hasVerifier = 1;
}

def LowpGPU_EpilogueOp : LowpGPU_Op<"epilogue", [
    AttrSizedOperandSegments, LowpGPU_NamesArguments, LowpGPU_NamesResults,
    MemoryEffects<[MemRead]>, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "compute the elements of an output tile";
  let description = [{
    The region computes an element of each output from the accumulated element
    and, where given, the value of its row and of its column, the elements of
    `inputs` at its place and that of `panels`; whatever it uses from outside is
    the same for all elements. Accumulators are the tile's N subtiles
    from left to right, and so are the results: first those of the first output,
    whose elements are what the region yields first, then those of the next. Scales in `columns` belong to columns that follow each other or,
    with `group_stride`, to warpgroups along N that begin so many columns apart.

    `input_maps` go from (batch,) m and n of the output to the dimensions of each
    input, a buffer without gaps. The tile begins at `row` and `column` of matrix
    `batch` of the output, which has `m` rows. Any element is read for rows and
    columns outside of the output. `tile_m` is that of `store_tile`.

    `panels` are a matrix of the tile's shape in shared memory: its columns from
    left to right, as many in each panel, and all rows. Those of each warpgroup
    along N are whole panels. Rows of a warpgroup from `tile_m` on are not read.
  }];
  let arguments = (ins Variadic<LowpGPU_F32Accumulator>:$n_subtiles,
    Optional<LowpGPU_RowValuesType>:$rows, Optional<LowpGPU_TileType>:$columns,
    Variadic<MemRefOf<[F32, F16, BF16]>>:$inputs,
    Optional<I32>:$row, Optional<I32>:$column, Optional<I32>:$m,
    Optional<I32>:$batch, Optional<I32>:$tile_m,
    Variadic<LowpGPU_TileType>:$panels,
    OptionalAttr<AffineMapArrayAttr>:$input_maps,
    OptionalAttr<I64Attr>:$group_stride);
  let results = (outs Variadic<LowpGPU_AccumulatorType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    /// The N subtiles of output `output`.
    ::mlir::ValueRange getOutput(unsigned output) {
      unsigned count = getNSubtiles().size();
      return ::mlir::ValueRange(getResults()).slice(output * count, count);
    }
  }];
  let assemblyFormat = [{
    $n_subtiles (`rows` $rows^ `:` qualified(type($rows)))?
    (`columns` $columns^ `:` qualified(type($columns)))?
    (`inputs` $inputs^ `:` type($inputs) `maps` $input_maps `at` ` ` `[` $row `,`
     $column `]` `m` $m (`batch` $batch^)?)?
    (`panels` $panels^ `:` qualified(type($panels)))? (`tile_m` $tile_m^)?
    (`group_stride` $group_stride^)? $body attr-dict
    `:` qualified(type($n_subtiles)) `->` qualified(type($results))
  }];
  let hasVerifier = 1;
}

def LowpGPU_StoreTileOp
    : LowpGPU_Op<"store_tile", [AttrSizedOperandSegments]> {
  let summary = "store an output tile";
  let description = [{
    Accumulators are the tile's N subtiles from left to right. Elements outside
    the output are dropped. With `accumulate` the element is added to what the
    output holds. With `tile_m` only so many rows of each warpgroup are of the
    tile, and those of the next warpgroup follow them; the map moves as many.
    So do columns of warpgroups along N, or they begin `group_stride` apart.
    With `batch` the map is of a batch of outputs, one of which is written: its
    place in each dimension of the map besides row and column, from the first on.

    Into a buffer, whose rows may begin where TMA cannot write, threads store
    what lies within `m` rows and `n` columns of each matrix, and `staged` is the
    subtile that they pass it to each other through. Strides are static but for
    that of rows of a matrix, which may be as long as `n`.

    A warpgroup stores subtiles, boxes of the map, `stages` of them in a step;
    with `step` it is only that one, counted from 0. `staging_offset` is set by
    `lowp-gpu-plan-shared-memory`. Stores by TMA may have one place there: each
    step waits until those before have been read. Stores that take turns divide
    the stages into `places`, and wait for the one before in theirs alone.
  }];
  let arguments = (ins Variadic<LowpGPU_AccumulatorType>:$n_subtiles,
    AnyTypeOf<[LowpGPU_TensorMapType,
      MemRefOf<[F32, F16, BF16]>]>:$destination,
    Optional<MemRefOf<[F32, F16, BF16]>>:$rows, I32:$row, I32:$column,
    Variadic<I32>:$batch, Optional<I32>:$m, Optional<I32>:$n,
    Optional<I32>:$tile_m, OptionalAttr<TypeAttrOf<LowpGPU_TileType>>:$staged,
    OptionalAttr<I64Attr>:$group_stride, LowpGPU_Count:$stages,
    UnitAttr:$accumulate, OptionalAttr<I64Attr>:$step,
    DefaultValuedAttr<I64Attr, "0">:$place,
    DefaultValuedAttr<I64Attr, "1">:$places,
    OptionalAttr<LowpGPU_Place>:$staging_offset);
  let assemblyFormat = [{
    $n_subtiles `to` $destination (`or` `rows` $rows^ `:` type($rows))?
    `[` $row `,` $column `]` (`batch` $batch^)? (`m` $m^ `n` $n)? (`through` $staged^)?
    (`tile_m` $tile_m^)? (`group_stride` $group_stride^)? `stages` $stages (`step` $step^)? (`place` $place `of` $places^)?
    (`accumulate` $accumulate^)? attr-dict
    `:` qualified(type($n_subtiles)) `to` qualified(type($destination))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// What a warpgroup stores at a time.
    TileType getSubtile();
    /// The buffer into which threads store rows; null if copies store all.
    ::mlir::Value getRowBuffer() {
      return ::llvm::isa<::mlir::MemRefType>(getDestination().getType())
                 ? getDestination()
                 : getRows();
    }
    /// Subtiles that it stages at a time.
    int64_t countStaged() { return getStages() / getPlaces(); }
    /// Subtiles that a warpgroup stores.
    int64_t countSubtiles();
    /// Steps in which it stores them.
    int64_t countSteps();
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_COMPUTEOPS
