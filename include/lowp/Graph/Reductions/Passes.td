//===- Passes.td - Sums and other reductions ---------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_REDUCTIONS_PASSES
#define LOWP_GRAPH_REDUCTIONS_PASSES

include "mlir/Pass/PassBase.td"

def EraseUnusedResultsPass : Pass<"lowp-erase-unused-results"> {
  let summary = "drop results of linalg.generic that nobody reads";
  let description = [{
    A front end writes a maximum along rows as one op with two results, the
    maximum and its position, and softmax reads the maximum alone. The op of one
    result is a row reduction, which `lowp-form-fusions` can fuse. The patterns
    are upstream's.
  }];
}

def DecomposeSoftmaxPass : Pass<"lowp-decompose-softmax"> {
  let summary = "replace a softmax by the operations it is made of";
  let description = [{
    `linalg.softmax` of floats on tensors becomes a maximum along the rows, an
    exponential, a sum and a division, which fuse with their neighbours. Both
    pipelines run the pass before `lowp-widen-sums`, so that the sum is one in
    f32. A softmax whose elements are no floats is an error.

    Example:
    ```mlir
    %y = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>)
      outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
    becomes four `linalg.generic`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

def UnrollLoopsPass : Pass<"lowp-unroll-loops"> {
  let summary = "unroll short loops of elementwise operations";
  let description = [{
    JAX draws random numbers in a loop of a few rounds, which fusions do not cross:
    each round would be launches of its own, and copies of what the loop carries.
    An `scf.for` that carries tensors, takes at most 8 iterations and has nothing
    but elementwise operations in its body is unrolled.

    Example:
    ```mlir
    %y = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> (tensor<8xi32>) {
      %b = linalg.generic ... ins(%a : tensor<8xi32>) ...
      scf.yield %b : tensor<8xi32>
    }
    ```
    becomes five such operations.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def SimplifyReductionsPass : Pass<"lowp-simplify-reductions"> {
  let summary = "drop loops of size 1 of reductions across rows, or make these elementwise";
  let description = [{
    Gradients add up what a forward pass repeated: a bias or the factors of a norm
    over all rows, a head of keys over the heads of queries that read it. Fusions
    reduce along rows alone. A `linalg.generic` that reduces across rows, where
    neighbours in memory belong to different results,

    - loses its loops and dimensions of size 1;
    - over at most 8 points, is an elementwise operation on slices, in the same
      order, which fuses with what reads it;
    - over more, computes elementwise operations whose results nothing else reads,
      or that read no more bytes than they write, in its body.

    A reduction of `i1` by `arith.andi` or `arith.ori`, as the test whether a row
    of attention is masked, is one of numbers 0 and 1 by minimum or maximum.

    Before:
    ```mlir
    %y = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%x : tensor<2x256xf32>) outs(%zeros : tensor<256xf32>)
    ```
    After:
    ```mlir
    %x0 = tensor.extract_slice %x[0, 0] [1, 256] [1, 1]
    %x1 = tensor.extract_slice %x[1, 0] [1, 256] [1, 1]
    %y = linalg.generic {iterator_types = ["parallel"], ...}
      ins(%x0, %x1, %zero : tensor<256xf32>, tensor<256xf32>, f32) outs(%empty : tensor<256xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def MergeReductionsPass : Pass<"lowp-merge-reductions"> {
  let summary = "merge reductions across rows that read the same";
  let description = [{
    A `linalg.generic` that reduces across rows and reads a tensor whole that
    another one reads, by the same loops, joins it: the gradients of a norm's
    weight and bias are sums of the same columns. There are at most four results.

    Before:
    ```mlir
    %dw = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%dy, %x : tensor<64x256xf32>, tensor<64x256xf32>) outs(%zeros : tensor<256xf32>)
    %db = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%dy : tensor<64x256xf32>) outs(%zeros : tensor<256xf32>)
    ```
    After:
    ```mlir
    %dw, %db = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%dy, %x : tensor<64x256xf32>, tensor<64x256xf32>)
      outs(%zeros, %zeros : tensor<256xf32>, tensor<256xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def SplitReductionsPass : Pass<"lowp-split-reductions"> {
  let summary = "split long reductions into parts that run side by side";
  let description = [{
    A kernel has a block for a few columns or for a row. Where these are too few
    for a chip, a reduction over many rows becomes one over parts of them and one
    of what the parts give: the order of summation is another, and the same in each
    run. A `linalg.generic`, of one or several results, is divided if it reduces

    - across at least 512 rows, or an unknown number of them, for fewer than 16384
      results;
    - across at least 128 rows of a matrix that a quantize reads, if parts of 16, 32
      or 64 divide them: a fusion that quantizes the matrix sums such parts;
    - along fewer than 128 rows of more than 32768 elements each, or along one row
      whose length is unknown.

    A part has at least 64 rows of columns, so many that some hundreds of blocks
    have something to do, or 2048 elements of a row. Of several reduction loops the
    fast ones stay whole and the slow ones are parts; neighbours of unknown sizes
    are one loop. Parts that divide a loop are a dimension of what is read. Other
    parts are a loop whose points combine rows of their own alone
    (`lowp/Graph/Analysis/ReductionParts.h`).

    Before:
    ```mlir
    %y = linalg.generic {iterator_types = ["reduction", "parallel"], ...}
      ins(%x : tensor<2048x512xf32>) outs(%zeros : tensor<512xf32>)
    ```
    After:
    ```mlir
    %parts = tensor.expand_shape %x [[0, 1], [2]] output_shape [32, 64, 512]
    %sums = linalg.generic {iterator_types = ["parallel", "reduction", "parallel"], ...}
      ins(%parts : tensor<32x64x512xf32>) outs(%none : tensor<512x32xf32>)
    %y = linalg.generic {iterator_types = ["parallel", "reduction"], ...}
      ins(%sums : tensor<512x32xf32>) outs(%zeros : tensor<512xf32>)
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ReassociateSumsPass : Pass<"lowp-reassociate-sums"> {
  let summary = "take weighted sums of a product of matrices over fewer terms";
  let description = [{
    Where weights P multiply a product A B^T element by element and its rows are
    added up, and a matmul multiplies the same P by B, the sums are those of A
    times the result of that matmul, because
    sum_n P[m, n] (A B^T)[m, n] = sum_k A[m, k] (P B)[m, k].
    So the gradient of a softmax, whose weights are probabilities, needs no sum
    over all tokens, and what is left behind the matmul A B^T is elementwise: an
    epilogue. `P * G - P * D` behind it, D being the sum, becomes `P * (G - D)`,
    and reads P with the elements that the matmul reads.

    Products are compared by what they are products of, in as many steps as
    there are, through views, copies and roundings. One of two products with the
    same factors, but for those that are alike along a row, is the other times
    numbers per row. So the sum may be of E / S^2 where the matmul reads P = E / S:
    it is multiplied by S / S^2 afterwards. `(G / S - D) * E` behind it becomes
    `(G - D * S) * P`.

    Of a sum along n this leaves one along k, where that is at most half as
    long; sizes are static. Elements are rounded in other places than in the
    program, so only mode `fast` has the pass: an error of 2^-8 of the sum of
    the absolute values, where matmuls read bf16.

    Before:
    ```mlir
    %o = linalg.matmul ins(%p16, %b : tensor<64x256xbf16>, tensor<256x32xbf16>) ...
    %g = linalg.generic {...} ins(%a, %b ...)     // the 64x256 products A B^T
    %pg = linalg.generic {...} ins(%p, %g : tensor<64x256xf32>, ...)    // mulf
    %d = linalg.generic {iterator_types = ["parallel", "reduction"], ...}
      ins(%pg : tensor<64x256xf32>) outs(%zeros : tensor<64xf32>)
    ```
    After:
    ```mlir
    %ao = linalg.generic {...} ins(%a, %o : tensor<64x32xbf16>, tensor<64x32xf32>)
    %d = linalg.generic {iterator_types = ["parallel", "reduction"], ...}
      ins(%ao : tensor<64x32xf32>) outs(%zeros : tensor<64xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
}

def UnrollSumsPass : Pass<"lowp-unroll-sums"> {
  let summary = "unroll sums over a few rows at computed places";
  let description = [{
    A reduction over at most 8 steps, whose body reads elements along rows that
    numbers in tensors tell, becomes an elementwise operation: the body once for
    each step, in their order. So the weighted sum of the rows that belong to a
    token in a mixture of experts is part of a fusion, with what rounds it.

    Before:
    ```mlir
    %y = linalg.generic {iterator_types = ["parallel", "parallel", "reduction"], ...}
        ins(%weights : tensor<?x2xf32>) outs(%zeros : tensor<?x256xf32>) {
    ^bb0(%weight: f32, %sum: f32):
      // %x: element (d0, d1) of row %rows[d0, d2]
      %term = arith.mulf %weight, %x : f32
      %next = arith.addf %sum, %term : f32
      linalg.yield %next : f32
    }
    ```
    After:
    ```mlir
    %y = linalg.generic {iterator_types = ["parallel", "parallel"], ...}
        outs(%empty : tensor<?x256xf32>) {
      // The same for d2 = 0 and d2 = 1, with weights %weights[d0, 0], ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::arith::ArithDialect"];
}

#endif // LOWP_GRAPH_REDUCTIONS_PASSES
