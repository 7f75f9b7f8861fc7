//===- FrontEndToLinalg.td - Operations of front ends ------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FRONTEND_TOLINALG_FRONTENDTOLINALG
#define LOWP_FRONTEND_TOLINALG_FRONTENDTOLINALG

include "mlir/Pass/PassBase.td"

def ConvertFrontEndToLinalgPass : Pass<"convert-front-end-to-linalg"> {
  let summary = "lower the operations of front ends' own dialects to linalg";
  let description = [{
    torch-mlir writes what linalg has no operation for in its dialect
    `tm_tensor`, IREE, through which JAX's programs come, in `iree_linalg_ext`.
    Both have the same operations, and one lowering of each.

    A `scan` becomes a `linalg.generic` that reduces, for each element, those up
    to it: of n elements along its dimension, n^2 are combined, all elements at
    once and each in the order of the scan. Models scan positions of tokens,
    which are few. The region has to be one addition, product, maximum, minimum,
    and, or or xor.

    A `scatter` becomes `lowp.scatter`, and its indices one number for each
    update. Negative ones count from the end in `tm_tensor`, as in torch, and
    others out of bounds are mistakes. In `iree_linalg_ext`, where JAX has counted
    before, updates with any index out of bounds are left out. Where the program
    computes an index from the update's own number, as front ends do for
    dimensions that a scatter does not choose in, the op gets a `window`, or is
    `unique`.

    A `sort` and a `topk` become two reductions and gathers: one counts for each
    element those before it in the order, which is its place, the other finds
    the element of each place. Equal elements stay in their order, and NaN is
    larger than all numbers, as in torch and JAX. It compares the square of
    the dimension's elements, all rows at once, which is little for the
    experts that a router chooses from; a remark tells of more than a few
    thousand. Where readers take the first k alone, only their places are looked
    up. The region has to be one comparison of two elements of one operand, or
    of what it computes alike of each, which is then computed once for each
    element.

    A `sort` of a vector of integers that a topk or a sort along a dimension of
    4,096 elements at most has found, the smallest first, is a `lowp.order_rows`:
    rows by the numbers of their experts, as `argsort` writes it. A sort of the
    rows so ordered is its `places`.

    `tm_tensor.attention` becomes two contractions and a softmax of f32.

    `util.optimization_barrier` is its operands.

    `arith.scaling_extf` and `arith.scaling_truncf` with scales of e8m0 become
    the arithmetic that they mean, in f32. A `linalg.generic` that adds up
    products of two elements widened by such scales, one for each row and block
    of K, is a matmul of MX: it becomes `lowp.make_scaled` of both operands and
    `lowp.scaled_matmul`. IREE, torch-mlir and upstream's `linalg.scaled_contract`
    write it over m, n, blocks of K and k in the block. The remark
    `scaled-elements` says why one stays as it is.

    An operand of a matmul that is fp8 times scales, by `arith.scaling_extf` or
    widened and multiplied, becomes `lowp.dequantize` of `lowp.make_scaled`:
    one scale for the matrix, for each row or column, or for each block of sizes
    that divide it, whether it is broadcast, looked up by a division of the
    index, or that of a view in blocks. So does one that is computed of bytes of
    two e2m1 and a byte of e8m0 for each 32, as weights of gpt-oss are, by
    whatever shifts, masks and tables: it is tried on all bytes. A recipe then
    takes the values as they are where formats meet, and `lowp-select-recipes`
    two of them without one.

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
  let options = [
    Option<"raiseProducts", "raise-products", "bool", "true",
           "make lowp.scaled_matmul of products of elements scaled by e8m0">,
    Option<"forKernels", "for-kernels", "bool", "false",
           "make it of those alone whose results kernels store">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_FRONTEND_TOLINALG_FRONTENDTOLINALG
