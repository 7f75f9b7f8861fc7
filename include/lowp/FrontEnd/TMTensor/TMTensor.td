//===- TMTensor.td - What torch-mlir writes beside linalg --*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_TMTENSOR_TMTENSOR
#define LOWP_FRONTEND_TMTENSOR_TMTENSOR

include "lowp/Dialect/Common/FrontEndOps.td"

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

def TMTensor_ScanOp : FrontEnd_ScanOp<TMTensor_Dialect, [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
  }]>;

def TMTensor_ScatterOp
    : FrontEnd_ScatterOp<TMTensor_Dialect, "attr-dict ",
                         "{dimension_map = array<i64: 0>}">;

def TMTensor_SortOp
    : FrontEnd_SortOp<TMTensor_Dialect, "`dimension` `(` $dimension `)` attr-dict ">;

def TMTensor_TopkOp
    : FrontEnd_TopkOp<TMTensor_Dialect, "`dimension` `(` $dimension `)` attr-dict ">;

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

def TMTensor_YieldOp : FrontEnd_YieldOp<TMTensor_Dialect>;

#endif // LOWP_FRONTEND_TMTENSOR_TMTENSOR
