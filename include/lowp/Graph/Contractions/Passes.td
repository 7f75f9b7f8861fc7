//===- Passes.td - Matmuls and what is one -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_CONTRACTIONS_PASSES
#define LOWP_GRAPH_CONTRACTIONS_PASSES

include "mlir/Pass/PassBase.td"

def RoundMatmulsPass : Pass<"lowp-round-matmuls"> {
  let summary = "round f32 operands of matmuls to what tensor cores multiply";
  let description = [{
    Tensor cores multiply operands of f32 as tf32, or of 16 bits and less; f32
    itself has generic kernels, up to 200 times slower. The pass changes each
    contraction of f32 tensors whose result is f32; sums stay f32. It is part of
    pipelines where the option `f32-matmuls` asks for it, on all devices.

    With `to=tf32` the contraction becomes a linalg.generic whose body rounds
    both elements to tf32, 10 bits of mantissa and the exponents of f32, to the
    nearest, ties to even, before it multiplies them; `lowp-form-gemms` finds
    such bodies. The rounding costs up to 2^-11 of an operand. Where both
    operands are wider forms of one type of 16 bits, products are exact already,
    and nothing changes.

    With `to=bf16`, the default, operands are rounded to bf16 and widened again,
    or to f16 where the other operand is a wider form of f16; operands that are
    wider forms already stay. `lowp-form-gemms` then finds operands of 16 bits.
    Operands of f32 of a `lowp.grouped_matmul` become bf16, or f16 beside f16.
    The rounding costs up to 2^-8 of an operand in bf16.
  }];
  let options = [
    Option<"to", "to", "::mlir::lowp::F32Matmuls",
           /*default=*/"::mlir::lowp::F32Matmuls::BF16",
           "What operands are rounded to",
           [{::llvm::cl::values(
               clEnumValN(::mlir::lowp::F32Matmuls::TF32, "tf32",
                          "tf32, in the body of the matmul"),
               clEnumValN(::mlir::lowp::F32Matmuls::BF16, "bf16",
                          "bf16, or f16 beside f16"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def UnfoldConvolutionsPass : Pass<"lowp-unfold-convolutions"> {
  let summary = "turn convolutions whose windows do not overlap into contractions";
  let description = [{
    The convolution by which a vision transformer reads patches has windows side
    by side, one of 1x1 a window for each element. Such a linalg operation, named
    or generic, that adds up products of a float image and filters becomes a
    contraction: the image is divided into windows, whose elements come behind
    all that counts windows, in the order in which the filters store them.
    `lowp-normalize-contractions` makes a matmul of it. What the products are
    added to is added, and rounded where a reader only rounds, before the result
    gets its order. Convolutions whose windows overlap, or in groups, stay.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def NormalizeContractionsPass : Pass<"lowp-normalize-contractions"> {
  let summary = "turn generics that are matmuls into linalg.matmul";
  let description = [{
    A `linalg.generic` that adds up products of two float tensors gets one
    dimension of rows, of columns and of K where several lie in one order in all
    tensors, as tokens of several sequences do. Where the result alone has
    another order, as heads before tokens, it is computed in that of the operands
    and transposed behind. If it then is a product of two
    matrices, in any order, it becomes `linalg.matmul`, which takes a recipe: its
    first operand is what the rows of the result come from. Its discardable
    attributes stay. A product of a vector and a matrix, as a step that decodes
    one token has, is one of a matrix of one row. Matmuls read what their operands
    are transposes of, and the narrow tensors where operands of 16 bits are both
    widened to f32 before them.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def WidenSumsPass : Pass<"lowp-widen-sums"> {
  let summary = "add up sums of narrow floats in f32";
  let description = [{
    A linalg operation that adds up elements of 16 bits or less, or products of
    them, in that type would round each sum: of some hundred rows little would
    be left.
    Tensor cores add up in f32 and round once, and so do matmul libraries and
    torch's sums: the operation becomes one to f32 and an operation that rounds.
    Both pipelines run the pass, so the CPU and every chip mean the same. What
    is made of sums is taken apart before.

    A sum is what `arith.addf`, the first operand of `arith.subf` or the last
    one of `math.fma` adds to; a reduction may have other results beside it, and
    add several times. A sum that the body reads elsewhere stays as it is.

    Example: `linalg.matmul` on bf16 to bf16 becomes a `linalg.generic` from
    bf16 to f32 and another from f32 to bf16.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def DropBatchesPass : Pass<"lowp-drop-batches"> {
  let summary = "remove batch dimensions of size 1 and repeated operands of matmuls";
  let description = [{
    Exporters write a linear layer on several sequences as a batch of matmuls by a
    weight that is repeated for each sequence, and einsums as batches of one
    matrix. A contraction that reads a repeated tensor reads the tensor itself, in
    whatever order it is stored, if that makes it one matmul, and has no loop for
    a batch of one: `lowp-normalize-contractions` then finds one matmul, with the rows of all
    sequences, which takes recipes.

    Before:
    ```mlir
    %r = linalg.generic ... ins(%w : tensor<8x16xbf16>) outs(%e : tensor<2x8x16xbf16>) // repeats %w
    %y = linalg.batch_matmul ins(%x, %r : tensor<2x4x8xbf16>, tensor<2x8x16xbf16>) ...
    ```
    After:
    ```mlir
    %y = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (k, n)>,
                                          affine_map<(b, m, n, k) -> (b, m, n)>], ...}
      ins(%x, %w : tensor<2x4x8xbf16>, tensor<8x16xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExtractFactorsPass : Pass<"lowp-extract-factors"> {
  let summary = "move constant factors of operands to the result";
  let description = [{
    Exporters of attention multiply queries and keys by the root of a scale, in
    f32: tensor cores could not take such operands. A contraction onto zeros,
    with sums in f32, whose operand is a tensor times a constant becomes one of
    the tensor itself, and its result is multiplied by the constants. That rounds
    once for each element of the result in place of each element of an operand;
    sums that overflow only without the factors become infinite. So does one whose
    operand is 16 bits times a power of two, as a gradient that LoRA scales. All
    who read the products must be such contractions.

    Example: `batch_matmul(f32(q) * c, f32(k) * c)` becomes
    `batch_matmul(f32(q), f32(k)) * (c * c)`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def DivideContractionsPass : Pass<"lowp-divide-contractions"> {
  let summary = "divide rows that are copied together into rows of several matrices";
  let description = [{
    JAX writes an einsum of queries in groups, or of tokens with the weights of
    experts, as one matmul of all rows, which it copies together: groups and
    tokens, experts and columns of their weights do not lie in one order. Where
    the operand of a contraction is a `tensor.collapse_shape` of a transpose that
    moves rows beside each other, and a `tensor.expand_shape` takes those of the
    result apart again, the contraction has a dimension for each of them. All but
    one count matrices of a batch, for which the other operand is repeated:
    kernels and recipes read through both. A batch is divided, too, whose result
    is transposed, rounded before or not, so that `lowp-turn-results` sees it.
    Where both operands store the parts of a sum side by side in one order, as
    heads and their elements, and a front end transposes both for another, the
    contraction reads them as they lie.

    Before:
    ```mlir
    %t = linalg.transpose ins(%w : tensor<8x256x512xbf16>) outs(...) permutation = [0, 2, 1]
    %c = tensor.collapse_shape %t [[0, 1], [2]] : tensor<8x512x256xbf16> into tensor<4096x256xbf16>
    %d = linalg.matmul ins(%c, %x : tensor<4096x256xbf16>, tensor<256x128xbf16>) ...
    %y = tensor.expand_shape %d [[0, 1], [2]] ... into tensor<8x512x128xbf16>
    ```
    After:
    ```mlir
    %r = linalg.broadcast ins(%x : tensor<256x128xbf16>) outs(... : tensor<8x256x128xbf16>) dimensions = [0]
    %y = linalg.generic ... ins(%t, %r : ...) outs(... : tensor<8x512x128xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def TurnResultsPass : Pass<"lowp-turn-results"> {
  let summary = "compute results of contractions as they are read, transposed";
  let description = [{
    JAX writes the gradient of a weight as a matmul and a transpose of its result,
    which would be a copy. A contraction onto zeros that a transpose alone reads,
    rounded or not, so that other elements become neighbours, is a
    `linalg.generic` whose result has the order of the transpose:
    `lowp-normalize-contractions` and `lowp-form-gemms` exchange its operands.
    Matrices of a batch stay matrices, in front of which the batch is counted; a
    transpose behind moves whole rows, as kernels can. So are matrices whose rows
    lie between each other.

    Before:
    ```mlir
    %d = linalg.matmul ins(%a, %b : tensor<8x4xbf16>, tensor<4x16xbf16>) outs(%zero : tensor<8x16xbf16>)
    %t = linalg.transpose ins(%d : tensor<8x16xbf16>) outs(%e : tensor<16x8xbf16>) permutation = [1, 0]
    ```
    After:
    ```mlir
    %t = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>,
                                          affine_map<(m, n, k) -> (n, m)>], ...}
      ins(%a, %b : tensor<8x4xbf16>, tensor<4x16xbf16>) outs(%zeros : tensor<16x8xbf16>) { ... }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def SplitMatmulsPass : Pass<"lowp-split-matmuls", "::mlir::ModuleOp"> {
  let summary = "split f32 operands beside bf16 into three of bf16";
  let description = [{
    Exporters multiply the probabilities of attention in f32 by values that are
    widened bf16. Tensor cores take 16 bits. An f32 number is the sum of three of
    bf16: where one operand of a contraction into f32 is f32 and the other one
    bf16 or such a tensor widened, the first becomes its three parts beside each
    other along K, and the second repeats itself. Each product is exact, as in
    the program; an infinite element of the second makes the sum NaN where it was
    infinite. K must be known, and the chip must multiply bf16.

    Example: `linalg.matmul ins(%p, %w : tensor<64x32xf32>, tensor<32x16xf32>)`,
    where `%w` is `%v : tensor<32x16xbf16>` widened, becomes a contraction of
    `tensor.concat dim(1) %p0, %p1, %p2 : tensor<64x96xbf16>` and
    `tensor.concat dim(0) %v, %v, %v : tensor<96x16xbf16>`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_GRAPH_CONTRACTIONS_PASSES
