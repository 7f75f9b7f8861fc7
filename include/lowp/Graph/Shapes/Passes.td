//===- Passes.td - Reshapes, slices and concats ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_SHAPES_PASSES
#define LOWP_GRAPH_SHAPES_PASSES

include "mlir/Pass/PassBase.td"

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
    divided, too. All of this for at most 24 parts.

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

def GuardViewsPass : Pass<"lowp-guard-views"> {
  let summary = "write views as upstream's patterns understand them";
  let description = [{
    Patterns of MLIR 22 change the meaning of four forms, or crash on them; this
    pass, which runs in front of them, writes the same otherwise:

    - A slice, or a `tensor.insert_slice`, that drops some of its dimensions of
      size 1 and has strides or unknown sizes: `expand-strided-metadata` compares
      strides that it has not multiplied, and `canonicalize` counts a size once it
      is known. The slice has all dimensions, and a reshape drops them.
    - `tensor.pad` inserted with strides: `canonicalize` adds what lies in front
      to the offset without multiplying it. The pad is written out.
    - `tensor.expand_shape` with a constant for a size that its type does not
      know: `canonicalize` reads a value that is not there. It becomes one.

    Before:
    ```mlir
    %s = tensor.extract_slice %a[0, 0, 2] [32, 1, 1] [3, 1, 1]
       : tensor<96x1x4xf32> to tensor<32x1xf32>
    ```
    After:
    ```mlir
    %w = tensor.extract_slice %a[0, 0, 2] [32, 1, 1] [3, 1, 1]
       : tensor<96x1x4xf32> to tensor<32x1x1xf32>
    %s = tensor.collapse_shape %w [[0], [1, 2]] : tensor<32x1x1xf32> into tensor<32x1xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SimplifyReshapesPass : Pass<"lowp-simplify-reshapes"> {
  let summary = "turn reshapes that keep what dimensions are into views";
  let description = [{
    A `tensor.reshape` to sizes that are those of its source, but for sizes of 1,
    becomes `tensor.collapse_shape` and `tensor.expand_shape`, which say which
    dimension is which: without it rows of the result must lie without gaps.
    Two sizes are equal if they come from one dimension of one tensor; ranges of
    integers tell that such a size is not negative, which exporters ask before
    they use it. So does a copy that transposes dimensions of size 1 alone, as
    heads of one token; one behind a view that only adds such dimensions
    transposes the others. Dimensions of an argument that are joined to those of a
    matrix behind a transpose are joined in front of it, where they lie side by
    side there, too:
    columns of all experts are those of one matrix, which a matmul reads as it is
    stored.

    A `tensor.reshape` that divides or joins known sizes around an unknown one,
    as heads and their elements behind a number of tokens, becomes a view, too.
    The number of elements stays, so the unknown size does; where nothing says
    that the given one is equal to it, `cf.assert` compares them.

    Example:
    ```mlir
    %n = tensor.dim %x, %c1 : tensor<4x?xf32>
    %i = arith.index_cast %n : index to i64
    %s = tensor.from_elements %one, %four, %i : tensor<3xi64>
    %r = tensor.reshape %x(%s) : (tensor<4x?xf32>, tensor<3xi64>) -> tensor<1x4x?xf32>
    ```
    becomes
    ```mlir
    %r = tensor.expand_shape %x [[0, 1], [2]] output_shape [1, 4, %n]
       : tensor<4x?xf32> into tensor<1x4x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def DropUnitDimsPass : Pass<"lowp-drop-unit-dims"> {
  let summary = "drop dimensions of size 1 that some tensors of an op lack";
  let description = [{
    A front end that computes on a batch of one sequence may store its only
    matrix, and index a dimension of size 1 by 0 or by a loop of its own. Where a
    tensor of a `linalg.generic` has more dimensions than there are loops, or an
    element for each point but no dimension for a loop of one point, and where a
    contraction reads at 0, the op becomes one without those, by upstream's patterns. Reshapes around it drop and
    add them: other passes look through these, so that maps are projections of
    loops, and a copy that only drops or adds dimensions is no copy. Loops of
    contractions stay, for one may be the only row; `lowp-drop-batches` drops
    those of batches.

    Before:
    ```mlir
    %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], ...}
      ins(%x : tensor<1x2048x4096xbf16>) outs(%e : tensor<2048x4096xbf16>) // yields the element
    ```
    After:
    ```mlir
    %r = tensor.collapse_shape %x [[0, 1], [2]] : tensor<1x2048x4096xbf16> into tensor<2048x4096xbf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def CollapseRowsPass : Pass<"lowp-collapse-rows"> {
  let summary = "compute on the rows of all sequences of a batch at once";
  let description = [{
    Front ends compute norms and activations on tensors of sequences by tokens by
    elements, and join the first two in front of each matmul. A fusion or an
    epilogue has one space, whose rows are those of the matmul. So what is
    elementwise or reduces rows is computed on joined dimensions, wherever a
    reshape in front of it or behind it joins them and all its operands have
    them next to each other. So is a copy that transposes a batch, as a gradient
    of a weight reads it. The patterns are upstream's; what divides a dimension of
    size 1 is left alone.

    Before:
    ```mlir
    %r = linalg.generic {...} ins(%x, %w : tensor<8x512x4096xbf16>, tensor<4096xbf16>) ...
    %m = tensor.collapse_shape %r [[0, 1], [2]]
      : tensor<8x512x4096xbf16> into tensor<4096x4096xbf16>
    ```
    After:
    ```mlir
    %c = tensor.collapse_shape %x [[0, 1], [2]]
      : tensor<8x512x4096xbf16> into tensor<4096x4096xbf16>
    %m = linalg.generic {...} ins(%c, %w : tensor<4096x4096xbf16>, tensor<4096xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def MergeSizesPass : Pass<"lowp-merge-sizes"> {
  let summary = "merge sizes that are checked to be equal";
  let description = [{
    Behind a `cf.assert` that two integers are equal, uses of one become uses of
    the other, a constant where one of them is. So passes that compare sizes see
    that they are equal.

    Example:
    ```mlir
    %same = arith.cmpi eq, %m, %n : index
    cf.assert %same, "mismatched size for broadcast"
    %e = tensor.empty(%n) : tensor<?xf32>
    ```
    becomes
    ```mlir
    %same = arith.cmpi eq, %m, %n : index
    cf.assert %same, "mismatched size for broadcast"
    %e = tensor.empty(%m) : tensor<?xf32>
    ```
  }];
}

#endif // LOWP_GRAPH_SHAPES_PASSES
