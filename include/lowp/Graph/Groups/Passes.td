//===- Passes.td - Grouped matmuls -----------------------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_GROUPS_PASSES
#define LOWP_GRAPH_GROUPS_PASSES

include "mlir/Pass/PassBase.td"

def FormGroupsPass : Pass<"lowp-form-groups"> {
  let summary = "form grouped matmuls of sums of which a mask keeps one group";
  let description = [{
    Front ends without a grouped matmul write one with what they have: rows are
    repeated for each group, those of other groups become 0, and all is one
    contraction over groups and K, or, for the gradient of the weights, a batch
    of one product per group. Such a contraction becomes `lowp.grouped_matmul`:

    - The left operand is `x(m, k)` where `begin(g) <= m` and `m < end(g)`, and 0
      elsewhere; the contraction adds up all (g, k) with `w(g, k, n)`: rows.
    - An operand is `x(t, m)` where `begin(g) <= t` and `t < end(g)`, and 0
      elsewhere, or both are, by the same ends; each g has a sum over all t: K.

    `begin` is a 0 in front of all elements of `end` but the last. Repeated
    tensors, transposes, views and casts of integers may lie in between. Nothing
    else matches: another mask, other ends or starts, sums that do not begin with
    0, operands that are not of f32, bf16 or f16, a matmul with a recipe.

    Rows behind the last group, which are 0 in such a sum, are 0 in the result.
    What differs is what another group's operand did: 0 times its infinity or NaN
    was NaN, and now has no part in the result.

    Where a `lowp.order_rows` orders rows by their ids, how many rows have which
    id, as a sum over rows of what compares ids with numbers of groups, are
    differences of its `ends`, and running sums of these are its `ends`.

    Products of a batch become such matmuls, too, where each row has a copy of
    the matrix that its id tells, as transformers write experts: rows in the order
    of the ids (`lowp.order_rows`), multiplied, and brought back. What is computed
    row by row of one product, for another with the same ids, stays in that order.
    Without `for-kernels` a `lowp.assert` fails the call where ids are of no
    matrix, in the place of the checks of where matrices were gathered.

    Before:
    ```mlir
    %rows = linalg.generic ... ins(%begin, %end, %x : tensor<4xi32>, tensor<4xi32>, tensor<256x128xbf16>) outs(%e : tensor<256x4x128xbf16>)
    %a = tensor.collapse_shape %rows [[0], [1, 2]] : tensor<256x4x128xbf16> into tensor<256x512xbf16>
    %b = tensor.collapse_shape %w [[0, 1], [2]] : tensor<4x128x192xbf16> into tensor<512x192xbf16>
    %y = linalg.matmul ins(%a, %b : tensor<256x512xbf16>, tensor<512x192xbf16>) ...
    ```
    After:
    ```mlir
    %t = linalg.transpose ins(%w : tensor<4x128x192xbf16>) outs(...) permutation = [0, 2, 1]
    %z = lowp.grouped_matmul %x, %t ends(%end : tensor<4xi32>)
       : tensor<256x128xbf16>, tensor<4x192x128xbf16> -> tensor<256x192xbf16>
    %y = linalg.generic ... ins(%z : tensor<256x192xbf16>) ... // 0 from row %end[3] on
    ```
  }];
  let options = [
    Option<"forKernels", "for-kernels", "bool", "false",
           "Form only what kernels of the module's chip multiply: groups of "
           "rows of bf16 and f16, whose K and N 8 divides, and groups of K of "
           "bf16 and f16">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::lowp::LowpDialect", "::mlir::lowp_gpu::LowpGPUDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_GRAPH_GROUPS_PASSES
