//===- Passes.td - Passes on lowp_gpu kernels --------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PASSES
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PASSES

include "mlir/Pass/PassBase.td"

class LowpGPU_KernelPass<string name> : Pass<name, "::mlir::lowp_gpu::KernelOp"> {
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def VerifyKernelPass
    : Pass<"lowp-gpu-verify-kernel", "::mlir::lowp_gpu::KernelOp"> {
  let summary = "check what only the kernel level can promise";
  let description = [{
    Checks a kernel as `convert-lowp-to-lowp-gpu` builds it, before the other
    passes take its pipelines apart. Changes nothing.

    - A stage is closed once (`commit` after `acquire`, `release` after `wait`),
      in the block that opened it, after its last use: no path forgets it.
    - Copies fill each field of an acquired stage exactly once, by one lane that
      loads or by all lanes of the role that copies: what arrives is what the
      barrier expects.
    - A pipeline is filled and drained in the same loops, in the same order and
      with the same fields, so both sides agree on the number of stages,
      whatever the sizes, and on what is in them. Nobody waits for more stages
      than there are before one is released.
    - Products have shapes that the chip's instruction and the role's warps can
      compute.
    - Sums in flight are used by other products alone, and a wait leaves no more
      of them unfinished than were issued behind the one it waits for.
    - CTAs that split K add up their sums once for each tile.
    - With `overlap_store` a K that is a constant has a block for each step of
      the store.
    - Roles ask for registers that warpgroups can share and the chip has.
    - A role that leads pairs of CTAs is in a kernel whose clusters are made of
      such. Both CTAs fill what it drains, by copies that signal its barriers,
      and drain the sums of its products.

    Accepted:
    ```mlir
    %stage = lowp_gpu.wait %operands : ...
    ...
    lowp_gpu.release %stage : ...
    ```
    Rejected, "expected one lowp_gpu.release of the stage in the same block":
    ```mlir
    %stage = lowp_gpu.wait %operands : ...
    scf.if %last { lowp_gpu.release %stage : ... }
    ```
  }];
}

def PlanSharedMemoryPass : LowpGPU_KernelPass<"lowp-gpu-plan-shared-memory"> {
  let summary = "give pipelines and store staging their place in shared memory";
  let description = [{
    Sets the offsets of stages, their fields, barriers and staging buffers and
    the kernel's `shared_bytes`; where stages lie in tensor memory also
    `tensor_address`, a word for the address of the kernel's columns. Tiles with
    the strictest alignment come first. A kernel that needs more than the chip
    has is an error that names both figures.

    Before: `%p = lowp_gpu.pipeline "operands" : ...`
    After: `%p = lowp_gpu.pipeline "operands" {barrier_offset = 230400 : i64,
    field_offsets = array<i64: 0, 16384>, offset = 0 : i64, stage_bytes =
    49152 : i64} : ...`
  }];
}

def PlanTensorMemoryPass
    : Pass<"lowp-gpu-plan-tensor-memory", "::mlir::lowp_gpu::KernelOp"> {
  let summary = "give sums and scales their columns of tensor memory";
  let description = [{
    Sets `tensor_column` of each pipeline with tiles in tensor memory, whose stages
    follow each other from there on, behind these `scale_column` of products that
    take scales, and the kernel's `tensor_columns`, of which pipelines take their
    shares in order. A kernel that needs more columns than
    the chip has is an error that names both figures. Kernels without such tiles
    stay as they are.

    Before: `%p = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<2 x ...>`
    After: `%p = lowp_gpu.pipeline "sums" {tensor_column = 0 : i64} : ...`
  }];
}

def UnrollKPass : LowpGPU_KernelPass<"lowp-gpu-unroll-k"> {
  let summary = "turn for_each_k into scf.for, peeled or unrolled";
  let description = [{
    A loop that adds up in place runs its first block apart, with an `mma` that
    overwrites, and keeps one `mma` in flight: each block waits for the one
    before it and releases that block's stage. With `overlap_store` more blocks
    run ahead of the loop, one for each step of a tile's store; that K has so
    many is checked by `lowp-select-kernel-config` for gemms, and by
    `lowp-gpu-verify-kernel` for a K that is a constant. A loop that promotes is
    unrolled by the config's `unroll`, with a second loop for the remaining
    blocks. Load loops keep their form.

    Before:
    ```mlir
    %sum = lowp_gpu.for_each_k %K : (%k) iter_args(%acc = %zero) -> ... {
      %s = lowp_gpu.wait %operands
      %p = lowp_gpu.mma ... into %acc
      %q = lowp_gpu.mma_wait %p pending 0
      lowp_gpu.release %s
      lowp_gpu.yield %q
    }
    ```
    After:
    ```mlir
    %s0 = lowp_gpu.wait %operands
    %p0 = lowp_gpu.mma ... into %undefined overwrite
    %r:2 = scf.for %k = 1 to %blocks iter_args(%acc = %p0, %previous = %s0) {
      %s = lowp_gpu.wait %operands
      %p = lowp_gpu.mma ... into %acc
      %q = lowp_gpu.mma_wait %p pending 1
      lowp_gpu.release %previous
      scf.yield %q, %s
    }
    %sum = lowp_gpu.mma_wait %r#0 pending 0
    lowp_gpu.release %r#1
    ```
  }];
}

def DeferStoresPass : LowpGPU_KernelPass<"lowp-gpu-defer-stores"> {
  let summary = "store a tile after the first products of the next tile";
  let description = [{
    Where the config says `overlap_store`, the elements of a finished tile
    travel into the next iteration of `for_each_tile`, and each step of their
    store follows one of its first products. So no warp waits for the store
    while the multiplier is idle. The last tile is stored after the loop.
    `lowp-gpu-unroll-k` puts as many products as there are steps directly into
    the loop's body; too few of them are an error, and so is a map or tile_m
    that changes from tile to tile. Stores outside of such a loop stay.

    All steps share the staging of the store they come from, so
    `lowp-gpu-plan-shared-memory`, which gives each store its own, runs first.

    Before:
    ```mlir
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %p = lowp_gpu.mma ...
      %output = lowp_gpu.epilogue ...
      lowp_gpu.store_tile %output to %D[%m, %n] stages 1 ...
    }
    ```
    After:
    ```mlir
    %r:4 = lowp_gpu.for_each_tile %tiles : (%m, %n)
        iter_args(%old = %undefined, %om = %c0, %on = %c0, %exists = %false) {
      %p = lowp_gpu.mma ...
      scf.if %exists {
        lowp_gpu.store_tile %old to %D[%om, %on] stages 1 step 0 ...
      }
      %output = lowp_gpu.epilogue ...
      lowp_gpu.yield %output, %m, %n, %true
    }
    scf.if %r#3 { lowp_gpu.store_tile %r#0 to %D[%r#1, %r#2] stages 1 ... }
    ```
  }];
}

def MaterializePipelinesPass
    : LowpGPU_KernelPass<"lowp-gpu-materialize-pipelines"> {
  let summary = "turn acquire/commit/wait/release into barrier operations";
  let description = [{
    Each role carries the index and phase of its next stage of each pipeline
    through its loops. Arrival counts and transaction bytes follow from the
    users of the pipeline: a stage filled by `load` has one arrival and its
    bytes, one filled by `copy_rows` an arrival per lane; a stage is empty when
    every consuming warp of every CTA that writes it has released it. The leader
    of a pair of CTAs expects the bytes that both copy into what it drains.

    Before: `%s = lowp_gpu.wait %p : ...`
    After:
    ```mlir
    lowp_gpu.barrier_wait full %p[%index] parity %phase : ...
    %s = lowp_gpu.stage_at %p[%index] : ...
    ```
  }];
}

def ScheduleTilesPass : LowpGPU_KernelPass<"lowp-gpu-schedule-tiles"> {
  let summary = "turn for_each_tile into a loop over this cluster's tiles";
  let description = [{
    Cluster `c` of `n` visits tiles c, c + n, ... in groups of the config's
    `group_m` tile rows (lowp/Support/TileOrder.h); a CTA takes the part of its
    rank.

    Before: `lowp_gpu.for_each_tile %tiles : (%m, %n) { ... }`
    After: `scf.for %t = %cluster to %count step %clusters { ... }`
  }];
}

def SpecializeWarpsPass : LowpGPU_KernelPass<"lowp-gpu-specialize-warps"> {
  let summary = "turn roles into one dispatch on the warp index";
  let description = [{
    Roles of whole warpgroups come first, the others share the warpgroups after
    them. A role that leads pairs is run by the first CTA of each. Barriers are initialised by one lane before all warps of the cluster
    meet; they meet again before the kernel ends, so that no CTA leaves while
    another still signals it. Dependent kernels may start as soon as this one
    has, unless a role says when.

    Before: `lowp_gpu.role "load" warps 1 single_lane registers 40 { ... }`
    After:
    ```mlir
    scf.if %loads {
      lowp_gpu.set_registers 40
      scf.if %is_warp_8 { scf.if %elected { ... } }
    } else { lowp_gpu.set_registers 232 grow ... }
    ```
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_KERNEL_PASSES
