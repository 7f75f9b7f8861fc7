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
    Orders rows by the groups that they belong to, as rows of tokens by their
    experts. With G groups, and row i in group ids(i) where 0 <= ids(i) < G, all
    others in no group:

        places(i): the count of rows in an earlier group, or in that of i and
                   before i; rows in no group come after all groups
        rows(places(i)) = i
        ends(g) = the count of rows in groups 0 to g

    So `rows` and `places` are permutations, each the inverse of the other, whatever
    the ids hold, and no id is ever an address. `ends` are those of a
    `lowp.grouped_matmul`. Results are the same in each run.

    The CPU, and a GPU with more than 4,096 groups, makes R x (G + 256) comparisons for
    R rows, and G x (R / 256)^2 additions; with fewer groups one kernel of one CTA
    sorts (`lowp.launch_order_rows`). `convert-front-end-to-linalg` makes it of stable
    sorts of experts, and `lowp-form-groups` reads counts of equal ids, and their
    running sums, from its `ends`.
  }];
  let arguments = (ins 1DTensorOf<[I32, I64]>:$ids);
  let results = (outs Lowp_IndexVector:$rows, Lowp_IndexVector:$places,
                      Lowp_IndexVector:$ends);
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
    A `lowp.order_rows` that runs as one kernel, made by `convert-lowp-to-linalg` for a
    GPU: `outputs` are its rows, places and ends. On tensors it has no effects and a
    result for each output. On buffers it reads the ids, writes the outputs and has no
    result.
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
