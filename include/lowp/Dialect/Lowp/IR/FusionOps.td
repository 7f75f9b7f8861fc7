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
  let summary = "run memory-bound operations as one kernel";
  let description = [{
    Computes its results by the operations of the region and says that they run as one
    kernel. Each value that the region yields becomes the result of the same index; inlining
    the region gives the same results, bit for bit.

    The region takes the inputs as arguments and reads nothing else from outside. `outputs`
    are destinations, whose shapes count and whose elements are not read.
    `lowp-form-fusions` writes regions of linalg operations, quantizes, reshapes that add or
    drop dimensions of size 1, and constants. A quantize leaves the region as the tensors of
    a `lowp.split_scaled`.
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
  let summary = "yield the values that a fusion writes";
  let description = [{
    Ends the region of a `lowp.fusion`: a value for each of its outputs.
  }];
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
    A `lowp.fusion` whose region is the function `callee` of a nested module, made by
    `outline-fusions`. On tensors it has no effects and a result for each output. On
    buffers it reads the inputs, writes the outputs and has no result. The function takes and
    returns tensors in both cases, with the shapes and element types of inputs and outputs.
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
