//===- KGroupOps.td - Tiles of groups of K -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_KGROUPOPS
#define LOWP_DIALECT_LOWPGPU_IR_KGROUPOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"

def LowpGPU_LocateKOp : LowpGPU_NamedResultsOp<"locate_k",
    ["group", "row", "first", "size", "extent"],
    [LowpGPU_OfTable, MemoryEffects<[MemRead]>]> {
  let summary = "find the matrix that a row of the scheduler is in, and its K";
  let description = [{
    Groups of K have a matrix of the result each. The scheduler walks these one
    below the other, `rows` of it for each matrix. The table is one of groups of
    rows along K: rows of both operands as they lie in memory.

    The results are the number of the matrix, the row in it that `row` stands for,
    where its group begins in K, how much of K the group has, and what a loop over
    it walks: as much, but `least` at least, so that every tile has a block, or
    one for each step of the store that hides behind its products. Who multiplies
    clears what lies behind the size (`lowp_gpu.zero_tail`), and who loads copies
    blocks behind it from where all of K ends, which are zeros.

    With `spread` a group begins at a multiple of the table's `tile_m`, the first
    one that is not before the end of the group before, and holds zeros behind
    its size: `first` is where its virtual rows begin.

    Loops that walk the extent of the same row of a tile in the same table are the
    same in all roles. With `uniform` the results are known to be the
    same in the whole warp, as those of `lowp_gpu.locate_group` are.

    Example:
    ```mlir
    %group, %row, %first, %size, %extent = lowp_gpu.locate_k %groups[%m] rows %batch_m
    lowp_gpu.for_each_k %extent : (%k) { ... }
    ```
  }];
  let arguments = (ins LowpGPU_GroupsType:$groups, I32:$row, I32:$rows,
    DefaultValuedAttr<LowpGPU_Range<1, 0x7fffffff>, "1">:$least, UnitAttr:$spread,
    UnitAttr:$uniform);
  let results = (outs I32:$group, I32:$row_in_matrix, I32:$first, I32:$size,
    I32:$extent);
  let assemblyFormat = [{
    $groups `[` $row `]` `rows` $rows (`least` $least^)? (`spread` $spread^)?
    (`uniform` $uniform^)? attr-dict
  }];
  let hasVerifier = 1;
}

def LowpGPU_ZeroTailOp : LowpGPU_Op<"zero_tail", []> {
  let summary = "write zeros into tiles from some K on";
  let description = [{
    What the `tiles` of a product hold from element `end` of their K on becomes 0:
    all of it where `end` is 0 or less, nothing where it is not below their K. In
    tiles of rows x K, elements up to the next multiple of 16 bytes stay, which are
    0 where groups begin at such. All lanes of the role run it with the same `end`, once they have waited for the
    stage and before its products, which see the zeros. With `by_warp` the role is one
    warp, of which one lane starts the products.

    The last block of a group of K holds rows of the next group, or what lies
    behind the last one. Both operands of a product need zeros there: 0 times
    NaN is NaN.

    Example:
    ```mlir
    lowp_gpu.zero_tail %a, %b from %end : !lowp_gpu.tile<2x64x64xbf16 swizzle 128>, !lowp_gpu.tile<4x64x64xbf16 swizzle 128>
    ```
  }];
  let arguments = (ins Variadic<LowpGPU_TileType>:$tiles, I32:$end,
    UnitAttr:$by_warp);
  let assemblyFormat = [{
    $tiles `from` $end (`by_warp` $by_warp^)? attr-dict `:` qualified(type($tiles))
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWPGPU_IR_KGROUPOPS
