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
    Row m of the result is row g of the `table`, where m is in group g: the groups of a
    `lowp.grouped_matmul` with the same ends. Rows in no group are 0. Ends may be
    any values: the group of a row is the first that ends after it, and none is an
    address. A table of one dimension has an element for each group; `rows` is the
    count of rows of the result where its type does not say it.

    So a program says that each expert has a bias, or a factor. Where only what follows
    a grouped matmul of the same ends reads it, `lowp-form-epilogues` lets the kernel
    read the table, and nothing is repeated.
  }];
  let arguments = (ins TensorRankOf<[BF16, F16, F32], [1, 2]>:$table,
                       Lowp_IndexVector:$ends, Optional<Index>:$rows);
  let results = (outs TensorRankOf<[BF16, F16, F32], [1, 2]>:$result);
  let assemblyFormat = [{
    $table `ends` `(` $ends `:` type($ends) `)`
    (`rows` `(` $rows^ `)`)? attr-dict `:` type($table) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_REPEATROWSOP
