//===- KernelOps.td - Kernels, roles and their loops -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_KERNELOPS
#define LOWP_DIALECT_LOWPGPU_IR_KERNELOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def LowpGPU_KernelOp : LowpGPU_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, LowpGPU_NamesArguments,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "describe a persistent, warp-specialised kernel";
  let description = [{
    Holds pipelines, a tile scheduler and one `lowp_gpu.role` per kind of warp.
    `shared_bytes` is set by `lowp-gpu-plan-shared-memory`, `tensor_columns` by
    `lowp-gpu-plan-tensor-memory` where there are some, `warps` (of a CTA) by
    `lowp-gpu-specialize-warps`. Where stages lie in tensor memory,
    `lowp-gpu-plan-shared-memory` also sets `tensor_address`: where the address of
    the kernel's columns is kept in shared memory.

    Arguments keep the names that they were written with.

    Example:
    ```mlir
    lowp_gpu.kernel @w1(%A: !lowp_gpu.tensor_map<128x128xf8E4M3FN swizzle 128>,
                        %M: i32)
        chip "sm_90a" config <tile = [128, 256, 128], ...> {
      ...
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    StrAttr:$chip,
    LowpGPU_ConfigAttr:$config,
    OptionalAttr<LowpGPU_Place>:$shared_bytes,
    OptionalAttr<LowpGPU_Count>:$warps,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    OptionalAttr<LowpGPU_Place>:$tensor_columns,
    OptionalAttr<LowpGPU_Place>:$tensor_address);
  let regions = (region SizedRegion<1>:$body);
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name,
      "::llvm::ArrayRef<::mlir::Type>":$arguments, "::llvm::StringRef":$chip,
      "::mlir::lowp_gpu::ConfigAttr":$config)>];
  let skipDefaultBuilders = 1;
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// Warps of all roles together, rounded up to whole warpgroups.
    int64_t countRoleWarps();
  }];
}

def LowpGPU_ReturnOp : LowpGPU_Op<"return", [Terminator, Pure,
    HasParent<"KernelOp">]> {
  let summary = "end of a kernel";
  let assemblyFormat = "attr-dict";
}

def LowpGPU_RoleOp : LowpGPU_Op<"role", [
    HasParent<"KernelOp">, SingleBlock, NoTerminator]> {
  let summary = "describe what one kind of warp does";
  let description = [{
    `warps` warps run the region, each lane of them or, with `single_lane`, one
    elected lane of each. `registers` is the count per thread that the role's
    warpgroup asks for. Roles share pipelines, the tile scheduler and kernel
    arguments, and no other value.

    CTAs that follow each other along M in a cluster are pairs. With `leader` the
    first CTA of each pair alone runs the region, for both: what fills the
    pipelines that it drains signals its barriers, and its products signal those
    of both. The other CTA's tiles take as many turns.
  }];
  let arguments = (ins
    StrAttr:$name, LowpGPU_Count:$warps, UnitAttr:$single_lane,
    I64Attr:$registers, UnitAttr:$leader);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name `warps` $warps (`single_lane` $single_lane^)? (`leader` $leader^)?
    `registers` $registers $body attr-dict
  }];
}

def LowpGPU_TileSchedulerOp
    : LowpGPU_NamedOp<"tile_scheduler", "tiles", [Pure, HasParent<"KernelOp">]> {
  let summary = "assign output tiles to CTAs";
  let description = [{
    Persistent: a cluster walks tiles `cluster id, cluster id + clusters, ...`
    in the order that the config's `group_m` says. All roles walk alike. Tiles
    are those of the config, or of fewer rows: `tile_m`.
  }];
  let arguments = (ins I32:$m, I32:$n, Optional<I32>:$tile_m);
  let results = (outs LowpGPU_TileSchedulerType:$scheduler);
  let assemblyFormat = [{
    `(` $m `,` $n `)` (`tile_m` $tile_m^)? attr-dict
  }];
}

class LowpGPU_LoopOp<string mnemonic, Type overType>
    : LowpGPU_Op<mnemonic, [SingleBlockImplicitTerminator<"YieldOp">,
                            RecursiveMemoryEffects,
                            DeclareOpInterfaceMethods<OpAsmOpInterface,
                                ["getAsmResultNames",
                                 "getAsmBlockArgumentNames"]>]> {
  let arguments = (ins overType:$over, Variadic<AnyType>:$inits);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let skipDefaultBuilders = 1;
}

def LowpGPU_ForEachTileOp
    : LowpGPU_LoopOp<"for_each_tile", LowpGPU_TileSchedulerType> {
  let summary = "run the region for each tile of this CTA";
  let description = [{
    The region's arguments are the first row and column of the CTA's tile
    (i32), then the carried values.

    Example:
    ```mlir
    lowp_gpu.for_each_tile %tiles : (%m, %n) { ... }
    ```
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$scheduler,
      CArg<"::mlir::ValueRange", "{}">:$inits)>];
  let extraClassDeclaration = [{
    static constexpr unsigned kNumInduction = 2;
    /// Replaces the loop by one that carries more values, the last of its
    /// arguments and results. Its body does not yield these yet.
    ForEachTileOp carry(::mlir::RewriterBase &rewriter,
                        ::mlir::ValueRange more);
    ::mlir::BlockArgument getRow() { return getBody().getArgument(0); }
    ::mlir::BlockArgument getColumn() { return getBody().getArgument(1); }
    ::mlir::Block::BlockArgListType getCarried() {
      return getBody().getArguments().drop_front(kNumInduction);
    }
  }];
}

def LowpGPU_ForEachKOp : LowpGPU_LoopOp<"for_each_k", I32> {
  let summary = "run the region for each K block";
  let description = [{
    Walks `ceildiv(K, tile K)` blocks; the region's first argument is the index
    of the block (i32), the others are the carried values. K is at least 1; with
    `overlap_store` it has a block for each step of the tile's store. A kernel
    that is launched with less waits for ever.

    Example:
    ```mlir
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%acc = %zero)
           -> !lowp_gpu.accumulator<128x256xf32> { ... }
    ```
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$extent,
      CArg<"::mlir::ValueRange", "{}">:$inits)>];
  let extraClassDeclaration = [{
    static constexpr unsigned kNumInduction = 1;
    ::mlir::BlockArgument getIndex() { return getBody().getArgument(0); }
    ::mlir::Block::BlockArgListType getCarried() {
      return getBody().getArguments().drop_front(kNumInduction);
    }
  }];
}

def LowpGPU_YieldOp : LowpGPU_Op<"yield", [Terminator, Pure, ReturnLike]> {
  let summary = "end of a loop body or of an epilogue region";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ }]>];
}

def LowpGPU_PairRankOp
    : LowpGPU_NamedOp<"pair_rank", "place", [Pure]> {
  let summary = "return 0 in the CTA that leads its pair, 1 in the other";
  let description = [{
    `lowp-gpu-specialize-warps` makes it a part of `lowp_gpu.cluster_rank`.
  }];
  let results = (outs I32:$rank);
  let assemblyFormat = "attr-dict";
  let extraClassDeclaration = [{
    /// CTAs of a pair.
    static constexpr int64_t kCTAs = 2;
  }];
}

//===----------------------------------------------------------------------===//
// After lowp-gpu-schedule-tiles
//===----------------------------------------------------------------------===//

class LowpGPU_IndexOp<string mnemonic, string result>
    : LowpGPU_NamedOp<mnemonic, result, [Pure]> {
  let results = (outs I32:$index);
  let assemblyFormat = "attr-dict";
}
def LowpGPU_ClusterIndexOp : LowpGPU_IndexOp<"cluster_index", "cluster"> {
  let summary = "return the index of this CTA's cluster in the grid";
}
def LowpGPU_ClusterCountOp : LowpGPU_IndexOp<"cluster_count", "clusters"> {
  let summary = "return the count of clusters in the grid";
}
def LowpGPU_ClusterRankOp : LowpGPU_IndexOp<"cluster_rank", "rank"> {
  let summary = "return the index of this CTA in its cluster";
}

def LowpGPU_LaunchDependentsOp : LowpGPU_Op<"launch_dependents"> {
  let summary = "let the next kernel of the stream start its CTAs";
  let description = [{
    They start when every CTA of this kernel has executed this or has ended,
    each on the multiprocessor that is free first. A kernel that allows it at
    its end leaves them a free chip, which they fill in the order of their
    numbers, one group of neighbouring multiprocessors (GPC) after the other:
    CTAs that load the same tiles are neighbours, and what neighbours load at
    the same time leaves L2 once. Without this operation the next kernel starts
    when this one has ended. PTX: `griddepcontrol.launch_dependents`.
  }];
  let assemblyFormat = "attr-dict";
}

def LowpGPU_DrainStoresOp : LowpGPU_Op<"drain_stores"> {
  let summary = "wait for the tile stores that this thread started";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// After lowp-gpu-specialize-warps
//===----------------------------------------------------------------------===//

def LowpGPU_WarpIndexOp : LowpGPU_IndexOp<"warp_index", "warp"> {
  let summary = "return the index of the warp in its CTA, uniform in the warp";
}

def LowpGPU_ElectOp : LowpGPU_NamedOp<"elect", "elected"> {
  let summary = "return true in one lane of the warp";
  let results = (outs I1:$elected);
  let assemblyFormat = "attr-dict";
}

def LowpGPU_SetRegistersOp : LowpGPU_Op<"set_registers"> {
  let summary = "reallocate registers to this warpgroup";
  let description = [{
    `count` registers a thread from here on; `grow` tells whether that is more
    than the kernel was launched with.
  }];
  let arguments = (ins I64Attr:$count, UnitAttr:$grow);
  let assemblyFormat = "$count (`grow` $grow^)? attr-dict";
}

def LowpGPU_SyncClusterOp : LowpGPU_Op<"sync_cluster"> {
  let summary = "wait for all threads of the cluster, or of a CTA alone";
  let assemblyFormat = "attr-dict";
}

def LowpGPU_GridDependencyWaitOp : LowpGPU_Op<"grid_dependency_wait"> {
  let summary = "wait until the kernel before this one has ended";
  let description = [{
    Its writes are visible afterwards. A kernel that has this is launched with
    permission to start early; set-up that touches no global memory comes
    before. Writes wait, too: what they overwrite may be a buffer of the kernel
    before. PTX: `griddepcontrol.wait`.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // LOWP_DIALECT_LOWPGPU_IR_KERNELOPS
