//===- LinalgExt.td - What IREE writes beside linalg -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_IREE_LINALGEXT
#define LOWP_FRONTEND_IREE_LINALGEXT

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def LinalgExt_Dialect : Dialect {
  let name = "iree_linalg_ext";
  let cppNamespace = "::mlir::iree_linalg_ext";
  let summary = "the operations of IREE's dialect that lowp takes";
  let description = [{
    What IREE's front end makes of StableHLO where linalg has no operation: JAX
    exports its programs so. This dialect reads the text of `iree-compile
    --compile-to=input`, and `convert-front-end-to-linalg` lowers it, by names
    as it does that of torch-mlir.
  }];
}

/// What all have: tensors that are read, and those that results begin with.
class LinalgExt_Op<string mnemonic, list<Trait> traits = []>
    : Op<LinalgExt_Dialect, mnemonic, !listconcat(traits, [
        Pure, AttrSizedOperandSegments])> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
}

def LinalgExt_ScanOp : LinalgExt_Op<"scan"> {
  let summary = "add up running totals along a dimension";
  let description = [{
    Result 0 has the shape of the input: each element is what the region makes
    of all elements up to it along `dimension`, with it if the scan is
    `inclusive`, else without it and beginning with the element of the second
    output. Result 1, without that dimension, is the last total. `jnp.cumsum`
    is one.

    Example:
    ```mlir
    %0:2 = iree_linalg_ext.scan dimension(1) inclusive(true)
        ins(%x : tensor<4x8xf32>) outs(%e, %z : tensor<4x8xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      iree_linalg_ext.yield %c : f32
    } -> tensor<4x8xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    I64Attr:$dimension, BoolAttr:$inclusive);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

def LinalgExt_ScatterOp : LinalgExt_Op<"scatter"> {
  let summary = "write to positions that data tell";
  let description = [{
    Input 0 are updates, input 1 has a row of indices for each: a position in
    the dimensions `dimension_map` of the output, whose elements there become
    what the region makes of the element of the update and of that so far. The
    dimensions of an update are the last ones of the output; those of the map
    have size 1 or are left out. JAX counts negative indices from the end
    before: what is negative here is out of bounds. As `lowp.scatter` has it, a
    kernel leaves such an update out, as JAX does, and a call on the CPU fails.
    `x.at[i].set(y)` is a scatter, and so is the gradient of a gather.

    Example:
    ```mlir
    %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(false)
        ins(%g, %ids : tensor<4x8xf32>, tensor<4x1xi32>) outs(%x : tensor<32x8xf32>) {
    ^bb0(%update: f32, %element: f32):
      %c = arith.addf %element, %update : f32
      iree_linalg_ext.yield %c : f32
    } -> tensor<32x8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    DenseI64ArrayAttr:$dimension_map, BoolAttr:$unique_indices);
  let assemblyFormat = [{
    attr-dict `dimension_map` `=` $dimension_map
    `unique_indices` `(` $unique_indices `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

/// Elements in the order of a region.
class LinalgExt_OrderOp<string mnemonic> : LinalgExt_Op<mnemonic> {
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

def LinalgExt_SortOp : LinalgExt_OrderOp<"sort"> {
  let summary = "order elements along a dimension";
  let description = [{
    The outputs, tensors of one shape, in the order along `dimension` of those
    pairs of elements for which the region is true. It takes two elements of
    each output.

    Example:
    ```mlir
    %0:2 = iree_linalg_ext.sort dimension(1) outs(%x, %i : tensor<6x8xi32>, tensor<6x8xi32>) {
    ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
      %e = arith.cmpi slt, %a, %b : i32
      iree_linalg_ext.yield %e : i1
    } -> tensor<6x8xi32>, tensor<6x8xi32>
    ```
  }];
}

def LinalgExt_TopkOp : LinalgExt_OrderOp<"topk"> {
  let summary = "choose the first elements of an order along a dimension";
  let description = [{
    As many elements of input 0 along `dimension` as the outputs have there, those
    that come first in the order of the region, and where they were, or what
    input 1 has there. `jax.lax.top_k` is one.

    Example:
    ```mlir
    %0:2 = iree_linalg_ext.topk dimension(1) ins(%x : tensor<6x8xf32>)
        outs(%v, %i : tensor<6x2xf32>, tensor<6x2xi32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.cmpf ogt, %a, %b : f32
      iree_linalg_ext.yield %c : i1
    } -> tensor<6x2xf32>, tensor<6x2xi32>
    ```
  }];
}

def LinalgExt_YieldOp : Op<LinalgExt_Dialect, "yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["ScanOp", "ScatterOp", "SortOp", "TopkOp"]>]> {
  let summary = "yield what the region of an operation makes";
  let description = "Example: `iree_linalg_ext.yield %c : f32`.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // LOWP_FRONTEND_IREE_LINALGEXT
