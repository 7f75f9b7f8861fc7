//===- GroupOps.td - Tiles of groups of rows ---------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_GROUPOPS
#define LOWP_DIALECT_LOWPGPU_IR_GROUPOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"
include "mlir/IR/EnumAttr.td"

def LowpGPU_GroupKind : I32EnumAttr<"GroupKind",
    "what the numbers of groups say", [
      I32EnumAttrCase<"Rows", 0, "rows">,
      I32EnumAttrCase<"Counts", 1, "counts">]> {
  let cppNamespace = "::mlir::lowp_gpu";
}

def LowpGPU_GroupTableOp : LowpGPU_NamedResultsOp<"group_table",
    ["groups", "rows"], [HasParent<"KernelOp">]> {
  let summary = "write where groups begin and end to shared memory";
  let description = [{
    Tiles of a grouped matmul begin where its groups do. So that one scheduler
    walks them all, each group is counted in whole tiles: it has as many
    *virtual rows*, `tile_m` for each of its tiles, and the groups follow each
    other. The second result is how many virtual rows there are.

    `numbers`, `count` of them and `most` at most, are the ends of groups of
    `rows`, each of which begins where the one before ends, or `counts` of rows
    of matrices of their own. They are clamped: an end is at least the one before
    and at most `m`, a count from 0 to `m`. No tile has a row elsewhere.

    The CTA's first warp fills the table behind `lowp_gpu.grid_dependency_wait`,
    where `lowp-gpu-specialize-warps` puts the operation; all threads wait for
    it. `offset` (bytes into shared memory) is set by
    `lowp-gpu-plan-shared-memory`.

    Example:
    ```mlir
    %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %M
        tile_m 128 : memref<8xi32>
    %tiles = lowp_gpu.tile_scheduler(%rows, %N)
    ```
  }];
  let arguments = (ins LowpGPU_GroupKind:$kind, MemRefOf<[I32]>:$numbers,
    I32:$count, LowpGPU_Range<1, 1024>:$most, I32:$m,
    LowpGPU_Range<1, 32767>:$tile_m, OptionalAttr<LowpGPU_Place>:$offset);
  let results = (outs LowpGPU_GroupsType:$groups, I32:$virtual_rows);
  let assemblyFormat = [{
    $kind $numbers `count` $count `most` $most `m` $m `tile_m` $tile_m attr-dict
    `:` type($numbers)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// A table has no more groups than this.
    static constexpr int64_t kMostGroups = 1024;
    /// Bytes of a table of at most `most` groups: the first virtual row of each
    /// group, and where it begins or ends, with one more of both.
    static int64_t getBytes(int64_t most) { return 2 * 4 * (most + 1); }
  }];
}

def LowpGPU_LocateGroupOp : LowpGPU_NamedResultsOp<"locate_group",
    ["group", "row", "end"], [LowpGPU_OfTable, MemoryEffects<[MemRead]>]> {
  let summary = "find the group that a virtual row is in";
  let description = [{
    The group, the row of the output that `row`, a virtual row below all of
    them, stands for, and the end of the group's rows: of the output's, or with
    counts of those of its matrix.

    With `uniform` the results are known to be the same in the whole warp.
    `lowp-gpu-specialize-warps` says so where all lanes run the operation.

    Example:
    ```mlir
    %group, %row, %end = lowp_gpu.locate_group %groups[%m]
    ```
  }];
  let arguments = (ins LowpGPU_GroupsType:$groups, I32:$row, UnitAttr:$uniform);
  let results = (outs I32:$group, I32:$first, I32:$end);
  let assemblyFormat = [{
    $groups `[` $row `]` (`uniform` $uniform^)? attr-dict
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_GROUPOPS
