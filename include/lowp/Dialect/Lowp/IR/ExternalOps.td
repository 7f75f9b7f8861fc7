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
    Hands tensors to the C function `symbol`, which the program that calls the
    compiled function provides (docs/ExternalFunctions.md). `lowp-form-external-calls`
    makes it of the call of a function with the attribute `lowp.external`.

    The results depend on the inputs alone, so that calls may be merged, moved or
    dropped. Inputs are not written. An output is fresh memory that shares none
    with an input; its elements are undefined unless its number is in `updated`.
    Tensors have rows without gaps, except for inputs whose numbers are in
    `strided`: these may be views with any strides.

    Example:
    ```mlir
    %o = lowp.call_external "flash_attention"
        ins(%q, %k, %v : tensor<1x2048x32x128xbf16>, tensor<1x2048x8x128xbf16>, tensor<1x2048x8x128xbf16>)
        outs(%e : tensor<1x2048x32x128xbf16>) -> tensor<1x2048x32x128xbf16>
    ```
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
