//===- PipelineOps.td - Pipelines of shared-memory stages --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_PIPELINEOPS
#define LOWP_DIALECT_LOWPGPU_IR_PIPELINEOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"
include "mlir/IR/EnumAttr.td"

def LowpGPU_BarrierKind : I32EnumAttr<"BarrierKind",
    "which of a stage's two barriers", [
      I32EnumAttrCase<"Full", 0, "full">,
      I32EnumAttrCase<"Empty", 1, "empty">]> {
  let cppNamespace = "::mlir::lowp_gpu";
}

def LowpGPU_Arrival : I32EnumAttr<"Arrival",
    "who arrives at the barrier of a stage that is closed", [
      I32EnumAttrCase<"Copies", 0, "copies">,
      I32EnumAttrCase<"Lanes", 1, "lanes">,
      I32EnumAttrCase<"Warps", 2, "warps">,
      I32EnumAttrCase<"Products", 3, "products">]> {
  let cppNamespace = "::mlir::lowp_gpu";
}

def LowpGPU_ArrivalPlace : I32EnumAttr<"ArrivalPlace",
    "which CTA's barriers are arrived at", [
      I32EnumAttrCase<"Own", 0, "own">,
      I32EnumAttrCase<"Leader", 1, "leader">,
      I32EnumAttrCase<"Pair", 2, "pair">]> {
  let cppNamespace = "::mlir::lowp_gpu";
}

def LowpGPU_PipelineOp : LowpGPU_Op<"pipeline", [
    HasParent<"KernelOp">, LowpGPU_NamesResults]> {
  let summary = "allocate a ring of stages in shared or tensor memory";
  let description = [{
    One role fills stages (`acquire`, `load`, `copy_rows` or `mma_into`, `commit`),
    another drains them (`wait`, reads, `release`), both in ring order. Barriers,
    arrival counts and transaction bytes follow from type and users:
    `offset` and `barrier_offset` (bytes into shared memory) are set by
    `lowp-gpu-plan-shared-memory`, the arrival counts by
    `lowp-gpu-materialize-pipelines`. `tensor_column`, the first of those that the
    stages have in tensor memory, is set by `lowp-gpu-plan-tensor-memory`.

    With `overlap` the only stage has two places in tensor memory, by turns: the
    last `overlap` columns of the first are the first of the second. It is
    released once these have been read, and products of the next turn begin while
    others still are: reads count columns by `overlap_column`.

    A pipeline that both CTAs of a pair fill and their leader drains has its
    full barriers in the leader, where the copies of both arrive; one that the
    leader fills and both drain has its empty barriers there.

    Example:
    ```mlir
    %operands = lowp_gpu.pipeline "operands"
        : !lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128>>
    ```
  }];
  let arguments = (ins StrAttr:$name,
    OptionalAttr<LowpGPU_Place>:$offset,
    OptionalAttr<LowpGPU_Place>:$barrier_offset,
    OptionalAttr<ConfinedAttr<DenseI64ArrayAttr,
      [DenseArrayNonNegative<DenseI64ArrayAttr>]>>:$field_offsets,
    OptionalAttr<LowpGPU_Place>:$stage_bytes,
    OptionalAttr<LowpGPU_Arrivals>:$full_arrivals,
    OptionalAttr<LowpGPU_Arrivals>:$empty_arrivals,
    UnitAttr:$clustered, OptionalAttr<LowpGPU_Place>:$tensor_column,
    OptionalAttr<I64Attr>:$overlap);
  let results = (outs LowpGPU_PipelineType:$pipeline);
  let assemblyFormat = "$name attr-dict `:` qualified(type($pipeline))";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Whether all that passes set is there: place, offsets, arrival counts.
    bool isPlaced();
    /// Columns of tensor memory from a stage, or a turn's place, to the next.
    int64_t getTensorColumnStride();
    /// Columns that all stages, or both places of the only one, have together.
    int64_t countTensorColumns();
  }];
}

class LowpGPU_OpensStage<string mnemonic>
    : LowpGPU_NamedOp<mnemonic, "stage"> {
  let description = [{
    What a stage holds is what its pipeline says or, with `as`, fields that fit
    into as many bytes: the same ring then carries something else once in a
    while. Both sides say so at the same turns.

    Example:
    ```mlir
    %addend = lowp_gpu.acquire %operands : !lowp_gpu.pipeline<...>
        as !lowp_gpu.stage<c0: 128x64xbf16 swizzle 128>
    ```
  }];
  let arguments = (ins LowpGPU_PipelineType:$pipeline);
  let results = (outs LowpGPU_StageType:$stage);
  let assemblyFormat = [{
    $pipeline attr-dict `:` qualified(type($pipeline)) ``
    custom<OpenedStage>(ref(type($pipeline)), type($stage))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$pipeline), [{
      auto type = ::llvm::cast<PipelineType>(pipeline.getType());
      build($_builder, $_state, type.getStage(), pipeline);
    }]>
  ];
  let hasVerifier = 1;
}
def LowpGPU_AcquireOp : LowpGPU_OpensStage<"acquire"> {
  let summary = "return the next stage to a producer, once it is empty";
}
def LowpGPU_WaitOp : LowpGPU_OpensStage<"wait"> {
  let summary = "return the next stage to a consumer, once it is full";
}

class LowpGPU_ClosesStage<string mnemonic> : LowpGPU_Op<mnemonic> {
  let description = [{
    `by` says who arrives at the stage's barrier: the `copies` into it when their
    bytes have landed, each of the role's `lanes`, one lane of each of its `warps`,
    or the `products` that read or write the stage when the tensor core has
    finished them. Unless said it follows from the operations on the stage; what
    is said must agree with them.

    Example:
    ```mlir
    lowp_gpu.release %stage by products : !lowp_gpu.stage<...>
    ```
  }];
  let arguments = (ins LowpGPU_StageType:$stage,
                       OptionalAttr<LowpGPU_Arrival>:$arrival);
  let assemblyFormat = [{
    $stage (`by` $arrival^)? attr-dict `:` qualified(type($stage))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$stage), [{
    build($_builder, $_state, stage, ArrivalAttr());
  }]>];
}
def LowpGPU_CommitOp : LowpGPU_ClosesStage<"commit"> {
  let summary = "tell that all copies into the stage are on their way";
}
def LowpGPU_ReleaseOp : LowpGPU_ClosesStage<"release"> {
  let summary = "tell that the stage may be overwritten";
}

def LowpGPU_LoadOp : LowpGPU_Op<"load", [AttrSizedOperandSegments]> {
  let summary = "copy one box into a field of a stage, asynchronously";
  let description = [{
    `coordinates` are the position of the box in elements, outermost first;
    what lies outside the tensor arrives as zero. With `multicast` the field
    is the same in all CTAs of the cluster: each CTA loads its share (the box is
    that share) and all receive it. With `tile_m` the field is filled M tile by
    M tile, a box of the map each, of which only so many rows move: M tile i begins
    at `i * tile_m` of the tensor and `i` boxes of the field, and its other rows
    keep what they hold. Shares and M tiles follow each other where the copy
    engine can write: their bytes are a multiple of 128, and of the swizzle's
    pattern, eight rows. With `pair` the copy signals the barrier of the CTA that
    leads the pair, which expects the bytes of both, and `multicast` is that of the
    pair.

    Example:
    ```mlir
    lowp_gpu.load %B[%n, %k] to %s["b"] multicast : ...
    ```
  }];
  let arguments = (ins LowpGPU_TensorMapType:$map, Variadic<I32>:$coordinates,
    LowpGPU_StageType:$stage, StrAttr:$field, Optional<I32>:$tile_m,
    UnitAttr:$multicast, UnitAttr:$pair);
  let assemblyFormat = [{
    $map `[` $coordinates `]` `to` $stage `[` $field `]` (`tile_m` $tile_m^)?
    (`multicast` $multicast^)? (`pair` $pair^)? attr-dict
    `:` qualified(type($map)) `to` qualified(type($stage))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The dimension of the map's boxes along which CTAs share the field.
    unsigned getShareDim();
    /// CTAs that share the field, in clusters of so many.
    int64_t countShares(int64_t clusterSize);
  }];
}

def LowpGPU_PrefetchOp : LowpGPU_Op<"prefetch"> {
  let summary = "ask the memory to have one box at hand in its cache";
  let description = [{
    A later `lowp_gpu.load` of the box waits for the cache alone. Nothing waits
    for the prefetch itself.

    Example:
    ```mlir
    lowp_gpu.prefetch %C[%m, %n] : !lowp_gpu.tensor_map<128x64xbf16 swizzle 128>
    ```
  }];
  let arguments = (ins LowpGPU_TensorMapType:$map, Variadic<I32>:$coordinates);
  let assemblyFormat = [{
    $map `[` $coordinates `]` attr-dict `:` qualified(type($map))
  }];
  let hasVerifier = 1;
}

def LowpGPU_CopyRowsOp : LowpGPU_Op<"copy_rows", [AttrSizedOperandSegments]> {
  let summary = "copy rows of a matrix, transposed, into a field";
  let description = [{
    Field element (i, j) = source(min(row + j, rows - 1), i) for i <
    `row_length`: the field of shape [longest row, number of rows] holds what
    a tile needs for one K block side by side. The source is row-major with
    rows of `row_length` elements.

    With `from` and `count` element (i, j) is that of `from + i`, for i < `count`;
    behind the end of a row it is the last one of the row.

    With `group` and `block` the position is that of a column whose scales are
    copied, and element (i, j) comes from row `(position + j * group) / block`:
    `block` columns share a row of the source, `group` columns an element.
  }];
  let arguments = (ins AnyMemRef:$source, I32:$row, I32:$rows, I32:$row_length,
    Optional<I32>:$first, Optional<I32>:$count,
    LowpGPU_StageType:$stage, StrAttr:$field,
    OptionalAttr<I64Attr>:$group, OptionalAttr<I64Attr>:$block);
  let assemblyFormat = [{
    $source `[` $row `]` `rows` $rows `length` $row_length
    (`from` $first^ `count` $count)? `to`
    $stage `[` $field `]` attr-dict
    `:` type($source) `to` qualified(type($stage))
  }];
  let hasVerifier = 1;
}

def LowpGPU_ViewOp : LowpGPU_Op<"view", [Pure, LowpGPU_NamesResults]> {
  let summary = "return a field of a stage, or some rows of it";
  let description = [{
    The tile begins at `row` of the field, the first one unless said.

    Example:
    ```mlir
    %b = lowp_gpu.view %stage["b"] row 128 : !lowp_gpu.stage<...>
        -> !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
    ```
  }];
  let arguments = (ins LowpGPU_StageType:$stage, StrAttr:$field,
                       DefaultValuedAttr<I64Attr, "0">:$row);
  let results = (outs LowpGPU_TileType:$tile);
  let assemblyFormat = [{
    $stage `[` $field `]` (`row` $row^)? attr-dict
    `:` qualified(type($stage)) `->` qualified(type($tile))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// After lowp-gpu-materialize-pipelines
//===----------------------------------------------------------------------===//

def LowpGPU_StageAtOp : LowpGPU_NamedOp<"stage_at", "stage", [Pure]> {
  let summary = "return the stage with this index, or the place of a turn";
  let arguments = (ins LowpGPU_PipelineType:$pipeline, I32:$index);
  let results = (outs LowpGPU_StageType:$stage);
  let assemblyFormat = [{
    $pipeline `[` $index `]` attr-dict `:` qualified(type($pipeline)) ``
    custom<OpenedStage>(ref(type($pipeline)), type($stage))
  }];
  let hasVerifier = 1;
}

def LowpGPU_StageIndexOp
    : LowpGPU_NamedOp<"stage_index", "index", [Pure]> {
  let summary = "return the index of a stage in its ring";
  let arguments = (ins LowpGPU_StageType:$stage);
  let results = (outs I32:$index);
  let assemblyFormat = "$stage attr-dict `:` qualified(type($stage))";
  let hasFolder = 1;
}

def LowpGPU_BarrierInitOp : LowpGPU_Op<"barrier_init"> {
  let summary = "initialise all barriers of a pipeline (one thread)";
  let arguments = (ins LowpGPU_PipelineType:$pipeline);
  let assemblyFormat = "$pipeline attr-dict `:` qualified(type($pipeline))";
}

def LowpGPU_BarrierWaitOp : LowpGPU_Op<"barrier_wait"> {
  let summary = "wait until the phase of this parity has completed";
  let arguments = (ins LowpGPU_BarrierKind:$kind,
    LowpGPU_PipelineType:$pipeline, I32:$index, I32:$parity);
  let assemblyFormat = [{
    $kind $pipeline `[` $index `]` `parity` $parity attr-dict
    `:` qualified(type($pipeline))
  }];
}

def LowpGPU_BarrierExpectOp : LowpGPU_Op<"barrier_expect"> {
  let summary = "arrive at the full barrier and expect bytes of copies";
  let arguments = (ins LowpGPU_PipelineType:$pipeline, I32:$index,
                       I64Attr:$bytes, Optional<I32>:$more_bytes);
  let assemblyFormat = [{
    $pipeline `[` $index `]` `bytes` $bytes (`plus` $more_bytes^)? attr-dict
    `:` qualified(type($pipeline))
  }];
}

def LowpGPU_BarrierArriveOp : LowpGPU_Op<"barrier_arrive"> {
  let summary = "arrive at a barrier";
  let description = [{
    `full`: every lane arrives. `empty`: one lane per warp arrives, at the
    barrier of each CTA of the cluster if the pipeline is `clustered`; every
    lane where lanes, not copies, fill the pipeline. `by products` the tensor core
    arrives, when it has finished the products that the lane has issued before.
    The barrier is the CTA's `own` unless `at` says that it is that of the `leader`
    of its pair, or those of both CTAs of the `pair`.

    Example:
    ```mlir
    lowp_gpu.barrier_arrive empty %operands[%index] by products at pair : ...
    ```
  }];
  let arguments = (ins LowpGPU_BarrierKind:$kind,
    LowpGPU_PipelineType:$pipeline, I32:$index, UnitAttr:$by_products,
    DefaultValuedAttr<LowpGPU_ArrivalPlace,
                      "::mlir::lowp_gpu::ArrivalPlace::Own">:$place);
  let assemblyFormat = [{
    $kind $pipeline `[` $index `]` (`by` `products` $by_products^)?
    (`at` $place^)? attr-dict `:` qualified(type($pipeline))
  }];
}

def LowpGPU_FinishReadsOp : LowpGPU_Op<"finish_reads"> {
  let summary = "wait until this warp's reads of shared memory have arrived";
  let description = [{
    What follows may tell others that they may overwrite what was read. An
    arrival at a barrier alone does not wait: it overtakes reads that are under
    way, for longer than the next copy takes to come.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // LOWP_DIALECT_LOWPGPU_IR_PIPELINEOPS
