//===- ExternalOps.td - Calls of functions of the user's ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_EXTERNALOPS
#define LOWP_DIALECT_LOWP_IR_EXTERNALOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

def Lowp_CallExternalOp : Lowp_Op<"call_external", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "call a function that is not in the program, on the caller's stream";
  let description = [{
    Calls the C function `symbol` of whoever runs the program (docs/ExternalFunctions.md).
    The results depend on the inputs, and on the elements of outputs in `updated`, alone, so
    that calls may be merged, moved or dropped. Inputs are not written. An output is fresh
    memory that shares none with an input, undefined unless its index is in `updated`.
    Tensors have rows without gaps, except for inputs in `strided`. On tensors it has no
    effects and a result for each output. On buffers it reads the inputs, writes the outputs
    and has no result.
  }];
  let arguments = (ins StrAttr:$symbol, Variadic<AnyType>:$inputs,
                       Variadic<AnyShaped>:$outputs,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$strided,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$updated);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $symbol (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` attr-dict (`->`
    type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
    /// Whether input `number` may have gaps between its rows.
    bool takesStrides(unsigned number);
    /// Whether the elements of output `number` are read.
    bool updates(unsigned number);
  }];
  let hasVerifier = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_EXTERNALOPS
