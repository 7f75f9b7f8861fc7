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
  let summary = "the scales of a tile that begins at some row of an atom";
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

#endif // LOWP_DIALECT_LOWPGPU_IR_SCALETILEOPS
