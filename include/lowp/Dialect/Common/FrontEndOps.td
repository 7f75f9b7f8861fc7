//===- FrontEndOps.td - What front ends' dialects share ----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch-mlir and IREE have the same operations where linalg has none, each in a
// dialect of its own and with its text: `head` is what stands before operands.
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_COMMON_FRONTENDOPS
#define LOWP_DIALECT_COMMON_FRONTENDOPS

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// What all have: tensors that are read, and those that results begin with.
class FrontEnd_Op<Dialect dialect, string mnemonic, string head>
    : Op<dialect, mnemonic, [Pure, AttrSizedOperandSegments]> {
  dag tensors = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = head # [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

class FrontEnd_ScanOp<Dialect dialect, string head>
    : FrontEnd_Op<dialect, "scan", head> {
  let summary = "add up running totals along a dimension";
  let description = !subst("DIALECT", dialect.name, [{
    Result 0 has the shape of the input: each element is what the region makes
    of all elements up to it along `dimension`, with it if the scan is
    `inclusive`, else without it and beginning with the element of the second
    output. Result 1, without that dimension, is the last total. `torch.cumsum`
    and `jnp.cumsum` are scans.

    Example:

    ```mlir
    %0:2 = DIALECT.scan dimension(1) inclusive(true)
        ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<4xi64>) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      DIALECT.yield %c : i64
    } -> tensor<4x8xi64>, tensor<4xi64>
    ```
  }]);
  let arguments = !con(tensors, (ins I64Attr:$dimension, BoolAttr:$inclusive));
}

/// `places` is the text of `dimension_map`.
class FrontEnd_ScatterOp<Dialect dialect, string head, string places>
    : FrontEnd_Op<dialect, "scatter", head # [{
        `unique_indices` `(` $unique_indices `)`
      }]> {
  let summary = "write to positions that data tell";
  let description = !subst("PLACES", places, !subst("DIALECT", dialect.name, [{
    Input 0 are updates, input 1 has a row of indices for each: a position in the
    dimensions `dimension_map` of the output, whose elements there become what
    the region makes of the element of the update and of that so far. The
    dimensions of an update are the last ones of the output; those of the map
    have size 1 or are left out. `index_put` of torch and `x.at[i].set(y)` of JAX
    are scatters, and so are gradients of gathers.

    Example:

    ```mlir
    %0 = DIALECT.scatter PLACES unique_indices(false)
        ins(%g, %ids : tensor<4x8xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
    ^bb0(%update: f32, %element: f32):
      %c = arith.addf %element, %update : f32
      DIALECT.yield %c : f32
    } -> tensor<32x8xf32>
    ```
  }]));
  let arguments = !con(tensors, (ins
    DenseI64ArrayAttr:$dimension_map, BoolAttr:$unique_indices));
}

class FrontEnd_SortOp<Dialect dialect, string head>
    : FrontEnd_Op<dialect, "sort", head> {
  let summary = "order elements along a dimension";
  let description = !subst("DIALECT", dialect.name, [{
    The outputs, tensors of one shape, in the order along `dimension` of those
    pairs of elements for which the region is true. It takes two elements of each
    output.

    Example:

    ```mlir
    %0:2 = DIALECT.sort dimension(1) outs(%x, %i : tensor<6x8xf32>, tensor<6x8xi64>) {
    ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
      %e = arith.cmpf oge, %a, %b : f32
      DIALECT.yield %e : i1
    } -> tensor<6x8xf32>, tensor<6x8xi64>
    ```
  }]);
  let arguments = !con(tensors, (ins I64Attr:$dimension));
}

class FrontEnd_TopkOp<Dialect dialect, string head>
    : FrontEnd_Op<dialect, "topk", head> {
  let summary = "choose the first elements of an order along a dimension";
  let description = !subst("DIALECT", dialect.name, [{
    As many elements of input 0 along `dimension` as the outputs have there, those
    that come first in the order of the region, and where they were, or what
    input 1 has there.

    Example:

    ```mlir
    %0:2 = DIALECT.topk dimension(1) ins(%x : tensor<6x8xf32>)
        outs(%v, %i : tensor<6x2xf32>, tensor<6x2xi32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.cmpf ogt, %a, %b : f32
      DIALECT.yield %c : i1
    } -> tensor<6x2xf32>, tensor<6x2xi32>
    ```
  }]);
  let arguments = !con(tensors, (ins I64Attr:$dimension));
}

class FrontEnd_YieldOp<Dialect dialect> : Op<dialect, "yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["ScanOp", "ScatterOp", "SortOp", "TopkOp"]>]> {
  let summary = "yield what the region of an operation makes";
  let description = "Example: `" # dialect.name # ".yield %c : i64`.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // LOWP_DIALECT_COMMON_FRONTENDOPS
