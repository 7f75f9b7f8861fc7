//===- LowpTestOps.td - An operation from outside ----------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TEST_LOWPTESTOPS
#define LOWP_TEST_LOWPTESTOPS

include "LowpTestAttrs.td"
include "lowp/Dialect/Lowp/IR/LowpTypes.td"
include "lowp/Interfaces/LayoutPropagationInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def LowpTest_ReadTilesOp : Op<LowpTest_Dialect, "read_tiles", [Pure,
    DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                              ["canWrite", "getLayoutDemand"]>]> {
  let summary = "read scales in tiles of rows, and write any layout";
  let description = [{
    What a kernel of another dialect says to `lowp-propagate-layouts`: it reads
    scales of the layout `#lowp_test.row_tiles`, and writes what is asked for.
  }];
  let arguments = (ins Lowp_ScaledType:$input);
  let results = (outs Lowp_ScaledType:$result);
  let assemblyFormat =
      "$input attr-dict `:` qualified(type($input)) `->` qualified(type($result))";
}

#endif // LOWP_TEST_LOWPTESTOPS
