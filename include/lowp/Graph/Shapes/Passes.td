//===- Passes.td - Reshapes, slices and concats ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_SHAPES_PASSES
#define LOWP_GRAPH_SHAPES_PASSES

include "mlir/Pass/PassBase.td"

def SimplifyViewsPass : Pass<"lowp-simplify-views"> {
  let summary = "write views and sizes as other passes understand them";
  let description = [{
    Views that upstream's patterns misread are written otherwise, dimensions of
    size 1 and reshapes that keep dimensions become views, sizes that are equal
    one, and rows of a batch are joined. Each step is described in the file of
    its name in lib/Graph/Shapes. Steps, in their order: `guard-views`,
    `drop-unit-dims`, `simplify-reshapes`, `merge-sizes`, `collapse-rows`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SinkConcatsPass : Pass<"lowp-sink-concats"> {
  let summary = "compute elementwise ops on the parts of a concat";
  let description = [{
    Rotary embeddings concatenate the halves of a vector, negated and exchanged,
    and multiply the result by sines. Where all parts of a concat have one size
    and only elementwise ops read it, the ops run on the parts, and their results
    are concatenated: `lowp-form-fusions` makes one fusion of them, which writes
    the parts where they belong. Slices that the ops then read move in front of
    elementwise producers, such as transposes, that nobody else reads; a slice
    that alone reads what is reduced moves in front of the reduction. Slices move
    in front of views that add or drop dimensions of size 1, and an elementwise op
    behind a view that divides a dimension, if only slices read that: halves of
    heads are cut from rows before these are widened. So do slices within one row of a
    view that joins two dimensions, as halves of pairs that were transposed. A
    widening that others read, too, is computed again for a slice, and slices of
    what is transposed may overlap.

    Parts may be lanes, too, as where an embedding turns pairs of neighbours: a
    concat along a last dimension of size 1 that is joined with the one before it,
    or elements that are repeated. Slices have a stride then. A concat of parts
    of several sizes, or of concats, is one of equal parts, and so is a slice of
    several parts, as of the halves of three quarters of a head. A gradient puts what a
    slice gave into a tensor of zeros: such a `tensor.insert_slice` is a concat.
    Where one part of a concat has parts along another dimension, the others are
    divided, too. A view that joins dimensions which a concat leaves as they are
    moves in front of it, if some part is there in the view's shape. All of this
    for at most 24 parts.

    Before:
    ```mlir
    %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
    %y = linalg.mul ins(%c, %s : ...) outs(%e : tensor<8x8xf32>)
    ```
    After:
    ```mlir
    %s0 = tensor.extract_slice %s[0, 0] [8, 4] [1, 1]
    %y0 = linalg.mul ins(%a, %s0 : ...) outs(%e0 : tensor<8x4xf32>)
    %s1 = tensor.extract_slice %s[0, 4] [8, 4] [1, 1]
    %y1 = linalg.mul ins(%b, %s1 : ...) outs(%e0 : tensor<8x4xf32>)
    %y = tensor.concat dim(1) %y0, %y1
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_GRAPH_SHAPES_PASSES
