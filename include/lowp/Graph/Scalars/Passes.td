//===- Passes.td - What bodies compute of positions --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_SCALARS_PASSES
#define LOWP_GRAPH_SCALARS_PASSES

include "mlir/Pass/PassBase.td"

def FoldPositionsPass : Pass<"lowp-fold-positions"> {
  let summary = "compute tensors whose elements follow from the position where they are read";
  let description = [{
    A model makes its masks and position ids of ranges: integers that it cuts,
    shifts, compares, adds up and gathers, none of which reads an argument. Each
    of these tensors would be a kernel of its own, and would be read again.

    Whoever reads such a tensor computes the element it needs, from the index of
    its own loop: bodies of `linalg.generic`, and `tensor.extract` in them. A
    comparison that the sizes of the loops decide is folded, a tensor whose
    elements turn out to be one number becomes a constant, and a reduction that
    adds nothing gives what it began with, so that the document ids of a single
    document, which `tm_tensor.scan` counts, vanish. What takes more than a few
    operations of `arith` for an element, as a sine does, remains a tensor.

    Before:
    ```mlir
    %ids = linalg.generic ... { ... %i = linalg.index 0 ... } -> tensor<64xi64>
    %mask = linalg.generic ... ins(%columns, %rows) { ... arith.cmpi sle ... }
    %y = linalg.generic ... ins(%scores, %mask) { ... arith.select ... }
    ```
    After:
    ```mlir
    %y = linalg.generic ... ins(%scores) {
      %row = linalg.index 0 : index
      %column = linalg.index 1 : index
      ...
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ReadOffsetsPass : Pass<"lowp-read-offsets"> {
  let summary = "turn slices at places that lie in tensors into gathers and scatters";
  let description = [{
    A decode step writes keys and values of a token at a position that is a tensor
    of rank 0, and JAX does so by a slice whose offset it takes out by
    `tensor.extract`. On a GPU that would be a read of device memory by the host.
    A `tensor.extract_slice` with such an offset becomes a `linalg.generic` that
    reads element by element, a `tensor.insert_slice` a unique `lowp.scatter`,
    which writes no more than the slice. Kernels compute the offsets.

    Before:
    ```mlir
    %n = tensor.extract %position[] : tensor<index>
    %y = tensor.insert_slice %k into %keys[%n, 0] [1, 64] [1, 1]
        : tensor<1x64xbf16> into tensor<128x64xbf16>
    ```
    After:
    ```mlir
    %positions = linalg.generic ... { ... tensor.extract %position[] ... } -> tensor<1xi64>
    %y = lowp.scatter ins(%k, %positions : ...) outs(%keys : ...) dimensions [0] unique { ... }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SimplifyGenericsPass : Pass<"lowp-simplify-generics"> {
  let summary = "read elements of tensors in bodies, not on the host";
  let description = [{
    Exporters write a learning rate, a factor or a test of a size as tensors of
    rank 0, take the element out by `tensor.extract` beside a `linalg.generic`,
    and use it in the body. On a GPU that would be a read of device memory by the
    host. The body computes such numbers itself; `lowp-lift-reads` makes inputs of
    what it reads. A `linalg.fill` with such a number becomes a `linalg.generic`,
    and a `linalg.generic` that gives one number for all elements, known before
    it, a `linalg.fill`, which fusions take as a constant. What a `linalg.generic`
    of rank 0 makes of such numbers is arithmetic on numbers, too. A body that
    writes each element without a look at what was there needs no `linalg.fill`
    before. Square roots of constants of 16 bits, as a GELU divides by, are
    constants.

    Before:
    ```mlir
    %rate = tensor.extract %r[] : tensor<f32>
    %y = linalg.generic ... { ... %p = arith.mulf %x, %rate : f32 ... }
    ```
    After:
    ```mlir
    %y = linalg.generic ... {
      %rate = tensor.extract %r[] : tensor<f32>
      %p = arith.mulf %x, %rate : f32
      ...
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LiftReadsPass : Pass<"lowp-lift-reads"> {
  let summary = "turn what a body reads at its own place into an input";
  let description = [{
    A `tensor.extract` in the body of a `linalg.generic` whose indices are loops
    of the generic, or 0 along a dimension of size 1, becomes an input with an
    indexing map, if the loops cover the tensor. So exporters write broadcasts
    whose sizes they do not know: `%n == 1 ? 0 : %i` is `%i` where `%i` runs to
    `%n`. Sizes are equal if they come from one dimension of one tensor.

    Example:
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], ...}
      outs(%e : tensor<4x?xf32>) {
    ^bb0(%old: f32):
      %i = linalg.index 1 : index
      %x = tensor.extract %row[%c0, %i] : tensor<1x?xf32>
      linalg.yield %x : f32
    }
    ```
    becomes
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (0, d1)>,
                                          affine_map<(d0, d1) -> (d0, d1)>], ...}
      ins(%row : tensor<1x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%x: f32, %old: f32):
      linalg.yield %x : f32
    }
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

#endif // LOWP_GRAPH_SCALARS_PASSES
