//===- TMTensorToLinalg.td - Operations of torch-mlir --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_TMTENSORTOLINALG_TMTENSORTOLINALG
#define LOWP_CONVERSION_TMTENSORTOLINALG_TMTENSORTOLINALG

include "mlir/Pass/PassBase.td"

def ConvertTMTensorToLinalgPass : Pass<"convert-tm-tensor-to-linalg"> {
  let summary = "lower the scans of torch-mlir to linalg";
  let description = [{
    `tm_tensor.scan` becomes a `linalg.generic` that reduces, for each element,
    those up to it: of n elements along its dimension, n^2 are combined, all
    elements at once and each in the order of the scan. Models scan positions of
    tokens, which are few. The region has to be one addition, product, maximum,
    minimum, and, or or xor.

    Example:
    ```mlir
    %0:2 = tm_tensor.scan dimension(0) inclusive(true)
        ins(%x : tensor<8xi64>) outs(%e, %z : tensor<8xi64>, tensor<i64>) {
    ^bb0(%a: i64, %b: i64):
      %c = arith.addi %a, %b : i64
      tm_tensor.yield %c : i64
    } -> tensor<8xi64>, tensor<i64>
    ```
    becomes a reduction of `d1 <= d0 ? x(d1) : 0` along d1.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_CONVERSION_TMTENSORTOLINALG_TMTENSORTOLINALG
