//===- LowpToLinalg.td - The reference path ------------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG
#define LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG

include "mlir/Pass/PassBase.td"

def ConvertLowpToLinalgPass : Pass<"convert-lowp-to-linalg"> {
  let summary = "lower lowp computations to linalg on builtin tensors";
  let description = [{
    The reference meaning of every computation in lowp, for any recipe, scale
    layout, data order and shape: quantize and its steps (amax,
    compute_global_scale, compute_scale), dequantize, relayout, transpose, widen
    and scaled_matmul become linalg, arith and tensor ops on the data and scale
    tensors. What remains of lowp is `lowp.make_scaled` and `lowp.split_scaled`, which
    `lowp-decompose-scaled` removes, and formed kernels (`lowp.gemm`) unless the
    option `convert-kernels` is set.

    Quantized data and scales are bit-exact. A matmul accumulates in f64 and
    rounds once, to the type of its result.

    Example:
    ```mlir
    %t = lowp.transpose %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
    becomes
    ```mlir
    %data, %scales = lowp.split_scaled %q
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    %t = lowp.make_scaled %data, %scales
       : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
      -> !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0],
                      scales = #lowp.compact<transposed = true>>
    ```
  }];
  let options = [
    Option<"convertKernels", "convert-kernels", "bool", /*default=*/"false",
           "Also convert formed kernels, which a back end would take otherwise">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::lowp::LowpDialect"
  ];
}

def ExpandSpreadRowsPass : Pass<"lowp-expand-spread-rows"> {
  let summary = "gather the rows of spread groups, where fusions see it";
  let description = [{
    A `lowp.spread_rows` becomes what `convert-lowp-to-linalg` makes of it: small
    tables, and an elementwise loop that reads rows at the numbers in them. In
    front of `lowp-form-fusions`, so that one kernel gathers and quantizes. A
    `lowp.quantize` of it with scales of whole groups is taken apart: amax of
    blocks, their maxima by group, and a quantize in blocks with given scales.

    Example:
    ```mlir
    %s = lowp.spread_rows %x ends(%ends : tensor<8xi32>) start 128
       : tensor<1000x4096xbf16> -> tensor<2048x4096xbf16>
    ```
    becomes, behind the tables
    ```mlir
    %s = linalg.generic ... outs(%empty : tensor<2048x4096xbf16>) {
      ...
      %element = tensor.extract %x[%row, %column] : tensor<1000x4096xbf16>
      %there = arith.select %is_there, %element, %zero : bf16
      linalg.yield %there : bf16
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_CONVERSION_LOWPTOLINALG_LOWPTOLINALG
