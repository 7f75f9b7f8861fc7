//===- ScaleTileOps.td - Scales of tiles of products -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_SCALETILEOPS
#define LOWP_DIALECT_LOWPGPU_IR_SCALETILEOPS

include "lowp/Dialect/LowpGPU/IR/LowpGPUOpBase.td"

def LowpGPU_SkipRowsOp : LowpGPU_NamedOp<"skip_rows", "scales", [Pure]> {
  let summary = "return the scales of a tile from some row of an atom on";
  let description = [{
    Groups of rows begin anywhere, atoms of scales at multiples of their rows: a
    tile's scales lie in two of them, one below the other. The result stands
    for those from row `rows` on, which is less than an atom has. It is an
    operand of products alone.

    Example:
    ```mlir
    %here = lowp_gpu.skip_rows %sa, %row : !lowp_gpu.tile<2x4x512xf8E4M3FN>
        -> !lowp_gpu.tile<4x512xf8E4M3FN>
    ```
  }];
  let arguments = (ins LowpGPU_TileType:$source, I32:$rows);
  let results = (outs LowpGPU_TileType:$result);
  let assemblyFormat = [{
    $source `,` $rows attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def LowpGPU_KeepScalesOp : LowpGPU_NamedOp<"keep_scales", "scales",
    [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "keep the scales of a tile that count in a word of each row";
  let description = [{
    The result stands for the scales of `source` with zeros behind the first
    `count` of the four that each row has in atom number `atom` along K: all four
    where `count` is 4 or more, none where it is 0 or less. It is an operand of
    products alone, or of `lowp_gpu.skip_rows`.

    A K that is no multiple of four scales leaves part of a word without any, and
    what lies there may be NaN: elements behind K are zeros, and 0 times NaN is
    NaN.

    Example:
    ```mlir
    %kept = lowp_gpu.keep_scales %sa, %count in 1 : !lowp_gpu.tile<4x512xf8E4M3FN>
    ```
  }];
  let arguments = (ins LowpGPU_TileType:$source, I32:$count, I64Attr:$atom);
  let results = (outs LowpGPU_TileType:$result);
  let assemblyFormat = [{
    $source `,` $count `in` $atom attr-dict `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWPGPU_IR_SCALETILEOPS
