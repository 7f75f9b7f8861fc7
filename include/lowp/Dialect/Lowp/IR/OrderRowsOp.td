//===- OrderRowsOp.td - Rows in the order of groups --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_ORDERROWSOP
#define LOWP_DIALECT_LOWP_IR_ORDERROWSOP

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Lowp_OrderRowsOp : Lowp_Op<"order_rows", [
    Pure, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>]> {
  let summary = "order rows by the groups that they belong to";
  let description = [{
    Element i of `ids` is the group of row i. Rows of group 0 come first, those of
    group 1 behind them, and so on; rows of one group stay in their order. A row
    whose id is negative, or not below the number of groups, is in no group, and
    comes behind all groups.

    `rows[p]` is the row that comes to place p, `places[i]` the place of row i:
    each is the inverse of the other, whatever `ids` hold. Group g ends in front
    of place `ends[g]`, as `lowp.grouped_matmul` wants its `offsets`.

    Example:
    ```mlir
    %rows, %places, %ends = lowp.order_rows %ids
        : tensor<?xi64> -> tensor<?xi32>, tensor<?xi32>, tensor<8xi32>
    ```
  }];
  let arguments = (ins 1DTensorOf<[I32, I64]>:$ids);
  let results = (outs Lowp_GroupNumbers:$rows, Lowp_GroupNumbers:$places,
                      Lowp_GroupNumbers:$ends);
  let assemblyFormat = [{
    $ids attr-dict `:` type($ids) `->` type($rows) `,` type($places) `,`
    type($ends)
  }];
  let hasVerifier = 1;
}

def Lowp_LaunchOrderRowsOp : Lowp_Op<"launch_order_rows", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "order rows by one kernel, on tensors or on buffers";
  let description = [{
    What `convert-lowp-to-linalg` makes of a `lowp.order_rows` for a GPU:
    `outputs` are its rows, places and ends, of 4,096 groups at most, and nothing
    of them is read.

    Example:
    ```mlir
    lowp.launch_order_rows ins(%ids : memref<?xi64>)
        outs(%rows, %places, %ends : memref<?xi32>, memref<?xi32>, memref<8xi32>)
    ```
  }];
  let arguments = (ins AnyShaped:$ids, Variadic<AnyShaped>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `ins` `(` $ids `:` type($ids) `)` `outs` `(` $outputs `:` type($outputs) `)`
    attr-dict (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
    /// Groups whose counts fit into shared memory; more are for linalg.
    static constexpr int64_t kMostGroups = 4096;
    /// How many groups there are.
    int64_t countGroups() {
      return ::llvm::cast<::mlir::ShapedType>(getOutputs()[2].getType())
          .getDimSize(0);
    }
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_ORDERROWSOP
