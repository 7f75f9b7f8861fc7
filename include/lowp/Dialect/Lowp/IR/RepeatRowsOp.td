//===- RepeatRowsOp.td - A row per group, for all its rows -*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_REPEATROWSOP
#define LOWP_DIALECT_LOWP_IR_REPEATROWSOP

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_RepeatRowsOp : Lowp_Op<"repeat_rows", [
    Pure, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>]> {
  let summary = "repeat the row of a group for each row of the group";
  let description = [{
    Row m of the result is row g of the `table`, where m is in group g, which
    ends in front of row `offsets[g]`, as in `lowp.grouped_matmul`. Rows in no
    group are 0. A table of one dimension is an element for each group.

    The bias or the factor of each expert is one: read by what follows a grouped
    matmul of the same `offsets`, it becomes an input of the kernel's epilogue,
    and nothing is repeated.

    `rows` is the number of rows of the result where its type does not say it.

    Example:
    ```mlir
    %b = lowp.repeat_rows %bias offsets(%ends : tensor<8xi32>) rows(%m)
       : tensor<8x4096xbf16> -> tensor<?x4096xbf16>
    ```
  }];
  let arguments = (ins TensorRankOf<[BF16, F16, F32], [1, 2]>:$table,
                       Lowp_GroupNumbers:$offsets, Optional<Index>:$rows);
  let results = (outs TensorRankOf<[BF16, F16, F32], [1, 2]>:$result);
  let assemblyFormat = [{
    $table `offsets` `(` $offsets `:` type($offsets) `)`
    (`rows` `(` $rows^ `)`)? attr-dict `:` type($table) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_REPEATROWSOP
