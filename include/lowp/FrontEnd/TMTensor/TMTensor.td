//===- TMTensor.td - What torch-mlir writes beside linalg --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_TMTENSOR_TMTENSOR
#define LOWP_FRONTEND_TMTENSOR_TMTENSOR

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::mlir::tm_tensor";
  let summary = "the operations of torch-mlir's dialect that lowp takes";
  let description = [{
    torch-mlir lowers what linalg has no operation for to a dialect of its own,
    which no package of MLIR has. This one reads the same text, and
    `convert-front-end-to-linalg` lowers it. A process that has torch-mlir's own
    dialect registers that: the conversion goes by names, and checks what it
    needs itself.
  }];
}

def TMTensor_ScanOp : Op<TMTensor_Dialect, "scan", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "add up running totals along a dimension";
  let description = [{
    Result 0 has the shape of the input: each element is what the region makes
    of all elements up to it along `dimension`, with it if the scan is
    `inclusive`, else without it and beginning with the element of the second
    output. Result 1, without that dimension, is the last total. torch-mlir
    writes `torch.cumsum` so.

    Example:
    ```mlir
    %0:2 = tm_tensor.scan dimension(1) inclusive(true)
        ins(%x : tensor<4x8xi64>) outs(%e, %z : tensor<4x8xi64>, tensor<4xi64>) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      tm_tensor.yield %c : i64
    } -> tensor<4x8xi64>, tensor<4xi64>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    I64Attr:$dimension, BoolAttr:$inclusive);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

def TMTensor_ScatterOp : Op<TMTensor_Dialect, "scatter", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "write to positions that data tell";
  let description = [{
    Input 0 are updates, input 1 has a row of indices for each: a position in the
    dimensions `dimension_map` of the output, whose elements there become what
    the region makes of the element of the update and of that so far. The
    dimensions of an update are the last ones of the output; those of the map
    have size 1 or are left out. torch-mlir writes `index_put`, `scatter` and
    gradients of gathers so.

    Example:
    ```mlir
    %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
        ins(%g, %ids : tensor<4x1x8xf32>, tensor<4x1xi64>) outs(%x : tensor<32x8xf32>) {
    ^bb0(%update: f32, %element: f32):
      %c = arith.addf %element, %update : f32
      tm_tensor.yield %c : f32
    } -> tensor<32x8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    DenseI64ArrayAttr:$dimension_map, BoolAttr:$unique_indices);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

def TMTensor_SortOp : Op<TMTensor_Dialect, "sort", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "order elements along a dimension";
  let description = [{
    The outputs, tensors of one shape, in the order along `dimension` of those
    pairs of elements for which the region is true. It takes two elements of each
    output.

    Example:
    ```mlir
    %0:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<6x8xf32>, tensor<6x8xi64>) {
    ^bb0(%a: f32, %b: f32, %c: i64, %d: i64):
      %e = arith.cmpf oge, %a, %b : f32
      tm_tensor.yield %e : i1
    } -> tensor<6x8xf32>, tensor<6x8xi64>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` attr-dict
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

def TMTensor_TopkOp : Op<TMTensor_Dialect, "topk", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "choose the first elements of an order along a dimension";
  let description = [{
    As many elements of input 0 along `dimension` as the outputs have there, those
    that come first in the order of the region, and where they were, or what
    input 1 has there.

    Example:
    ```mlir
    %0:2 = tm_tensor.topk dimension(1) ins(%x : tensor<6x8xf32>)
        outs(%v, %i : tensor<6x2xf32>, tensor<6x2xi32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.cmpf olt, %a, %b : f32
      tm_tensor.yield %c : i1
    } -> tensor<6x2xf32>, tensor<6x2xi32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs,
    I64Attr:$dimension);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` custom<ClosedRegion>($region)
    (`->` type($results)^)?
  }];
}

def TMTensor_AttentionOp : Op<TMTensor_Dialect, "attention", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "compute softmax(q k^T scale + mask) v";
  let description = [{
    Inputs are queries, keys, values and possibly a mask, batches of matrices
    with rows of tokens. A mask of floats is added to the scores; one of i1 is
    true where they count. Without `scale` it is one divided by the square root
    of the length of a query.

    Example:
    ```mlir
    %0 = tm_tensor.attention ins(%q, %k, %v : tensor<4x16x8xf32>, tensor<4x16x8xf32>, tensor<4x16x8xf32>)
        outs(%e : tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$outputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` (`->` type($results)^)?
  }];
}

def TMTensor_YieldOp : Op<TMTensor_Dialect, "yield", [
    Pure, ReturnLike, Terminator,
    ParentOneOf<["ScanOp", "ScatterOp", "SortOp", "TopkOp"]>]> {
  let summary = "yield what the region of an operation makes";
  let description = "Example: `tm_tensor.yield %c : i64`.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // LOWP_FRONTEND_TMTENSOR_TMTENSOR
