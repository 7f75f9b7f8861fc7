//===- FusionOps.td - What runs in one launch --------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_FUSIONOPS
#define LOWP_DIALECT_LOWP_IR_FUSIONOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

def Lowp_FusionOp : Lowp_Op<"fusion", [
    Pure, IsolatedFromAbove, AttrSizedOperandSegments,
    DestinationStyleOpInterface, SingleBlockImplicitTerminator<"FusionYieldOp">]> {
  let summary = "memory-bound operations that run as one kernel";
  let description = [{
    The region computes tensors from tensors with linalg ops, quantizes and
    reshapes; each value that it yields is written to one of `outs`, whose
    elements are not read. The op is transparent: inlining its region gives back
    the program.

    Example:
    ```mlir
    %d, %s = lowp.fusion ins(%x : tensor<?x7168xbf16>)
        outs(%d0, %s0 : tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>) {
    ^bb0(%a: tensor<?x7168xbf16>):
      %q = lowp.quantize %a numerics <torchao>
         : tensor<?x7168xbf16> -> !lowp.scaled<?x7168xf8E4M3FN, #lowp.block_1x128>
      %data, %scales = lowp.split_scaled %q : ...
      lowp.fusion_yield %data, %scales : tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>
    } -> tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $body attr-dict `->`
    type($results)
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
  }];
  let hasVerifier = 1;
}

def Lowp_FusionYieldOp : Lowp_Op<"fusion_yield", [Pure, Terminator, ReturnLike]> {
  let summary = "the values that a fusion writes";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ }]>];
}

def Lowp_LaunchFusionOp : Lowp_Op<"launch_fusion", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "run an outlined fusion, on tensors or on buffers";
  let description = [{
    What `lowp-outline-fusions` makes of a `lowp.fusion`: the region is the
    function `callee` of a nested module, which later passes on the caller do
    not look into.

    Example:
    ```mlir
    %d, %s = lowp.launch_fusion @fusions::@linear_0 ins(%x : tensor<?x7168xbf16>)
        outs(%d0, %s0 : tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>)
        -> tensor<?x7168xf8E4M3FN>, tensor<?x56xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<AnyType>:$inputs,
                       Variadic<AnyShaped>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $callee (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` attr-dict (`->`
    type($results)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
  }];
}

#endif // LOWP_DIALECT_LOWP_IR_FUSIONOPS
