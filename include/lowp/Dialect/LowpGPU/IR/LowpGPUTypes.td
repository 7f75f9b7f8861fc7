//===- LowpGPUTypes.td - Types and attributes of lowp_gpu ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_LOWPGPUTYPES
#define LOWP_DIALECT_LOWPGPU_IR_LOWPGPUTYPES

include "lowp/Dialect/LowpGPU/IR/LowpGPUDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpAsmInterface.td"

class LowpGPU_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<LowpGPU_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}
class LowpGPU_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<LowpGPU_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}
/// A type that is printed once and called by an alias from there on, so that
/// kernels read in lines of reasonable width.
class LowpGPU_AliasedType<string name, string typeMnemonic>
    : LowpGPU_Type<name, typeMnemonic, [
        DeclareTypeInterfaceMethods<OpAsmTypeInterface, ["getAlias"]>]>;

def LowpGPU_ConfigAttr : LowpGPU_Attr<"Config", "config"> {
  let summary = "the choices that turn a gemm into one particular kernel";
  let description = [{
    - `tile`: rows of M, columns of N and elements of K of one CTA's tile;
    - `cluster`: CTAs along M and N that share operand tiles by multicast;
    - `stages`: number of stages of the operand pipeline;
    - `group_m`: tiles along M walked before the next column of tiles (what
      Triton calls GROUP_M, and CUTLASS a swizzle);
    - `split_k`: CTAs of a cluster that divide the K blocks of one tile and add
      up their sums, 1 unless said;
    - `pdl`: when the next kernel may start its CTAs (programmatic dependent
      launch): `late`, when the last stores are under way, otherwise at once;
    - `target`: a dictionary of what only kernels of one family of chips choose,
      in words of its own, which its target reads, checks and searches; for
      example `{sum_stages = 2 : i64}`.

    Some words of targets may stand beside the others, and are printed there:
    - `unroll`: K blocks per iteration of the main loop;
    - `epilogue_stages`: subtiles that a warpgroup stages in shared memory at a
      time, in one step of the epilogue's store;
    - `warpgroups`: warpgroups along M, one for each 64 rows of the tile, and
      along N. Those along N divide the columns of a tile, so that one
      multiplies while the other promotes; there is one unless said. The
      dictionary has those along N;
    - `overlap_store`: the steps of a tile's store run behind the first
      products of the next tile, one behind each.

    Chosen by `lowp-select-kernel-config`, checked against the chip's facts by
    `lowp-select-kernel-config`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$tile,
    ArrayRefParameter<"int64_t">:$cluster,
    "int64_t":$stages, "int64_t":$groupM,
    DefaultValuedParameter<"int64_t", "1">:$splitK,
    DefaultValuedParameter<"bool", "false">:$latePdl,
    OptionalParameter<"::mlir::DictionaryAttr">:$target);
  let assemblyFormat = [{
    `<` `tile` `=` `[` $tile `]` `,` `cluster` `=` `[` $cluster `]` `,`
    `stages` `=` $stages ``
    custom<Words>($groupM, $splitK, $latePdl, $target, ref($tile))
    `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// CTAs of a cluster: those that share operands times those that split K.
    int64_t getClusterSize() const {
      return getCluster()[0] * getCluster()[1] * getSplitK();
    }
    /// All choices, to change some of them.
    ConfigChoices getChoices() const;
  }];
}

def LowpGPU_ConfigTableAttr : LowpGPU_Attr<"ConfigTable", "config_table"> {
  let summary = "the configs of a gemm whose M only the caller knows";
  let description = [{
    `configs` are the kernels of the gemm, each one named by its number from 0.
    `rows` says which of them computes which M: a row `64 : 1` gives config 1 to
    each M up to 64 that no row before it has, and the row `more : 2` all
    larger M. The host looks M up at each launch.

    Example:
    ```mlir
    #lowp_gpu.config_table<
      configs = [<tile = [64, 32, 128], ...>, <tile = [128, 256, 128], ...>],
      rows = [128 : 0, 256 : 1, 320 : 0, more : 1]>
    ```

    Chosen by `lowp-select-kernel-config`, checked by
    `lowp-select-kernel-config`.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::lowp_gpu::ConfigAttr">:$configs,
    ArrayRefParameter<"int64_t">:$bounds,
    ArrayRefParameter<"int64_t">:$choices);
  let assemblyFormat = [{
    `<` `configs` `=` `[` $configs `]` `,`
    custom<TableRows>($bounds, $choices) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// A table has no more configs than this.
    static constexpr int64_t kMaxConfigs = 16;
    /// The config for M = `m`.
    ConfigAttr lookup(int64_t m) const;
  }];
}

def LowpGPU_TensorMapType : LowpGPU_AliasedType<"TensorMap", "tensor_map"> {
  let summary = "descriptor by which TMA moves boxes of a tensor";
  let description = [{
    `box` is the shape of one copy, outermost dimension first (rank 1 to 3);
    `swizzle` the shared-memory swizzle in bytes (0, 32, 64 or 128).

    Copies by a map that is `spread` give each element of 4 or 6 bits, which lie
    in memory without gaps, a byte of shared memory: 16 elements at a time. They
    transfer fewer bytes than then lie there.

    Examples: `!lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>`,
    `!lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 128 spread>`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$box, "::mlir::Type":$elementType,
    "int64_t":$swizzle, DefaultValuedParameter<"bool", "false">:$spread);
  let builders = [TypeBuilder<(ins "::llvm::ArrayRef<int64_t>":$box,
      "::mlir::Type":$elementType, "int64_t":$swizzle), [{
    return $_get($_ctxt, box, elementType, swizzle, /*spread=*/false);
  }]>];
  let assemblyFormat = [{
    `<` custom<SwizzledShape>($box, $elementType, $swizzle, $spread) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The dimension of which a copy moves rows: the outermost one of which it
    /// moves more than an element.
    unsigned getRowDim() const;
    /// What one copy moves, as it lies in shared memory.
    TileType getBoxTile() const;
  }];
}

def LowpGPU_TileType : LowpGPU_AliasedType<"Tile", "tile"> {
  let summary = "a tile in shared memory, or in tensor memory";
  let description = [{
    Tiles of three dimensions are panels side by side, K x rows each, of an
    operand whose rows are neighbours in memory.

    A tile `in tensor` holds sums that the tensor core adds up in a memory of its
    own: a lane for each row, at most 128, and a column of 32 bits for each column.

    Elements of a tile that is `spread` have 4 or 6 bits and lie in a byte each.

    Examples: `!lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>`,
    `!lowp_gpu.tile<128x128xf4E2M1FN swizzle 128 spread>`,
    `!lowp_gpu.tile<128x256xf32 in tensor>`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
    "int64_t":$swizzle,
    DefaultValuedParameter<"bool", "false">:$spread,
    DefaultValuedParameter<"TileSpace", "TileSpace::Shared">:$space);
  let builders = [TypeBuilder<(ins "::llvm::ArrayRef<int64_t>":$shape,
      "::mlir::Type":$elementType, "int64_t":$swizzle), [{
    return $_get($_ctxt, shape, elementType, swizzle, /*spread=*/false,
                 TileSpace::Shared);
  }]>];
  let assemblyFormat = [{
    `<` custom<SwizzledShape>($shape, $elementType, $swizzle, $spread) ``
    custom<Space>($space) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes that the tile takes where it lies, without alignment.
    int64_t getBytes() const;
    /// Bytes that a copy transfers to fill it: those of its elements in memory.
    int64_t getTransferredBytes() const;
    bool isInTensorMemory() const { return getSpace() == TileSpace::Tensor; }
    /// Whether it is a tile of panels.
    bool isMNMajor() const { return getShape().size() == 3; }
    /// Rows and K of the tile of an operand.
    int64_t getRows() const {
      return isMNMajor() ? getShape()[0] * getShape()[2] : getShape()[0];
    }
    int64_t getK() const { return getShape()[1]; }
  }];
}

class LowpGPU_TileIn<string space, string words> : ConfinedType<LowpGPU_TileType,
    [CPred<"::llvm::cast<::mlir::lowp_gpu::TileType>($_self).getSpace() == "
           "::mlir::lowp_gpu::TileSpace::" # space>],
    "tile in " # words # " memory", "::mlir::lowp_gpu::TileType">;
def LowpGPU_SharedTile : LowpGPU_TileIn<"Shared", "shared">;
def LowpGPU_TensorTile : LowpGPU_TileIn<"Tensor", "tensor">;

def LowpGPU_StageType : LowpGPU_AliasedType<"Stage", "stage"> {
  let summary = "one stage of a pipeline: named tiles that travel together";
  let description = [{
    Example:
    `!lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, scales: 128xf32>`.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::StringAttr">:$names,
    ArrayRefParameter<"::mlir::lowp_gpu::TileType">:$tiles);
  let assemblyFormat = "`<` custom<Fields>($names, $tiles) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Position of the field `name`, or nothing.
    std::optional<unsigned> getFieldIndex(::llvm::StringRef name) const;
    /// The tile called `name`, or null.
    TileType getField(::llvm::StringRef name) const;
    /// Bytes that copies transfer to fill the tiles in shared memory.
    int64_t getTransferredBytes() const;
    /// Columns of the tiles in tensor memory.
    int64_t countTensorColumns() const;
  }];
}

def LowpGPU_PipelineType : LowpGPU_AliasedType<"Pipeline", "pipeline"> {
  let summary = "a ring of stages between producing and consuming warps";
  let description = [{
    Examples: `!lowp_gpu.pipeline<3 x <a: 128x128xf8E4M3FN swizzle 128>>`,
    `!lowp_gpu.pipeline<2 x <sums: 128x256xf32 in tensor>>`.
  }];
  let parameters = (ins "int64_t":$stages, "::mlir::lowp_gpu::StageType":$stage);
  let assemblyFormat = "`<` $stages `x` $stage `>`";
  let genVerifyDecl = 1;
}

def LowpGPU_TileSchedulerType
    : LowpGPU_Type<"TileScheduler", "tile_scheduler"> {
  let summary = "the order in which CTAs walk output tiles";
}

def LowpGPU_AccumulatorType : LowpGPU_AliasedType<"Accumulator", "accumulator"> {
  let summary = "a tile of sums or results, spread over the warps of a role";
  let description = [{
    The elements are values that loops carry: registers of the role's threads.
    Which thread has which element is the target's business. The warpgroups of
    the role divide the rows or, where `warpgroups_n` says so, the columns. Sums
    are of f32; the elements that an epilogue makes of them may be of f16 or
    bf16.

    Examples: `!lowp_gpu.accumulator<128x256xf32>`,
    `!lowp_gpu.accumulator<64x128xf32, warpgroups_n = 2>`.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType,
    DefaultValuedParameter<"int64_t", "1">:$warpgroupsN);
  let assemblyFormat = [{
    `<` custom<Shape>($shape, $elementType)
    (`,` `warpgroups_n` `=` $warpgroupsN^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Columns that one warpgroup has a share of.
    int64_t getGroupColumns() const {
      return getShape()[1] / getWarpgroupsN();
    }
  }];
}

def LowpGPU_F32Accumulator : ConfinedType<LowpGPU_AccumulatorType,
    [CPred<"::llvm::cast<::mlir::lowp_gpu::AccumulatorType>($_self)"
           ".getElementType().isF32()">],
    "accumulator of f32", "::mlir::lowp_gpu::AccumulatorType">;

def LowpGPU_RowValuesType : LowpGPU_AliasedType<"RowValues", "rows"> {
  let summary = "one value per row of an accumulator, spread likewise";
  let description = [{
    Example: `!lowp_gpu.rows<128 x f32>`.
  }];
  let parameters = (ins "int64_t":$count, "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $count `x` $elementType `>`";
  let genVerifyDecl = 1;
}

def LowpGPU_GroupsType : LowpGPU_Type<"Groups", "groups"> {
  let summary = "where the groups of a matmul lie, in shared memory";
}

def LowpGPU_ExchangeType : LowpGPU_AliasedType<"Exchange", "exchange"> {
  let summary = "shared memory by which CTAs that split K swap their sums";
  let description = [{
    Each of `parts` CTAs of a cluster receives one part of the tile's columns
    from all others.

    Example: `!lowp_gpu.exchange<4 x <64x32xf32>>`.
  }];
  let parameters = (ins
    "int64_t":$parts, "::mlir::lowp_gpu::AccumulatorType":$part);
  let assemblyFormat = "`<` $parts `x` $part `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes that a CTA receives for one tile.
    int64_t getBytes() const;
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_LOWPGPUTYPES
