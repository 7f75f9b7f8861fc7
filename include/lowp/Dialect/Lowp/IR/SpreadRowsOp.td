//===- SpreadRowsOp.td - Groups that begin at multiples ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_SPREADROWSOP
#define LOWP_DIALECT_LOWP_IR_SPREADROWSOP

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_SpreadRowsOp : Lowp_Op<"spread_rows", [
    Pure, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>]> {
  let summary = "move groups of rows to where a multiple of some rows begins";
  let description = [{
    Moves the groups of rows of the input, those of a `lowp.grouped_matmul` with the same
    ends, to where multiples of `start` rows begin: the first group to row 0, each other
    one to the first multiple that is not before the end of the one before. All other rows
    are 0. Ends that descend or leave the range are taken as in kernels of
    `lowp.grouped_matmul`.

    The result has as many rows as any division takes: of M rows in G groups, with start s,
    s * floor((M + min(G, M) * (s - 1)) / s). So it lies as a scaled type with
    `groups = <G, axis = 0, start = s>` has it; quantized, and turned, it is an operand with
    groups of K. In a kernel the rows are read where they are, by the quantize.
  }];
  let arguments = (ins TensorRankOf<[BF16, F16, F32], [2]>:$input,
                       Lowp_IndexVector:$ends, I64Attr:$start);
  let results = (outs TensorRankOf<[BF16, F16, F32], [2]>:$result);
  let assemblyFormat = [{
    $input `ends` `(` $ends `:` type($ends) `)` `start` $start
    attr-dict `:` type($input) `->` type($result)
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$ends,
                   "int64_t":$start)>
  ];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Rows that any division of `rows` rows into `groups` groups takes.
    /// `ShapedType::kDynamic` where one of them is unknown.
    static int64_t countRows(int64_t rows, int64_t groups, int64_t start);
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_SPREADROWSOP
