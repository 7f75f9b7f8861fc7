//===- TMTensor.td - What torch-mlir writes beside linalg --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_TMTENSOR_IR_TMTENSOR
#define LOWP_DIALECT_TMTENSOR_IR_TMTENSOR

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
    `convert-tm-tensor-to-linalg` lowers it. A process that has torch-mlir's own
    dialect registers that: the conversion goes by names.
  }];
}

def TMTensor_ScanOp : Op<TMTensor_Dialect, "scan", [
    Pure, AttrSizedOperandSegments]> {
  let summary = "running totals along a dimension";
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
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
  let hasVerifier = 1;
}

def TMTensor_YieldOp : Op<TMTensor_Dialect, "yield", [
    Pure, ReturnLike, Terminator, HasParent<"ScanOp">]> {
  let summary = "what the region of an operation makes";
  let description = "Example: `tm_tensor.yield %c : i64`.";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // LOWP_DIALECT_TMTENSOR_IR_TMTENSOR
