//===- LowpPasses.td - Passes from lowp to lowp --------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES
#define LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES

include "mlir/Pass/PassBase.td"

def ApplyRecipesPass : Pass<"lowp-apply-recipes"> {
  let summary = "quantize the operands of matmuls that carry a recipe";
  let description = [{
    A `linalg.matmul` (any of its transposed forms) with the attribute
    `lowp.recipe` becomes two `lowp.quantize` and a `lowp.scaled_matmul`. The
    data of both operands are written with the contracted dimension contiguous,
    also when the operand's own order is the other one: its quantize writes the
    transposed order and a `lowp.transpose` turns it without moving data. An
    initial value other than zero becomes the accumulator. A remark tells what
    each matmul got, or why it stays as it is.

    A recipe with `hadamard` puts a `lowp.hadamard` along the contracted
    dimension before each quantize. Stochastic rounding takes its seed from the
    argument of the function that carries `lowp.seed`; each quantize gets one of
    its own, the argument plus a running number.

    A matmul that asks for a recipe by its own attribute and cannot have it is
    an error. Under the option `recipe`, which gives every matmul the recipe,
    such a matmul is kept, with a remark.

    Equal quantizes are left for `cse` to share.

    Example:
    ```mlir
    %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
      ins(%x, %w : tensor<?x512xbf16>, tensor<512x256xbf16>)
      outs(%zero : tensor<?x256xbf16>) -> tensor<?x256xbf16>
    ```
    becomes
    ```mlir
    %xq = lowp.quantize %x numerics <torchao_rowwise>
       : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.rowwise>
    %wq = lowp.quantize %w numerics <torchao_rowwise>
       : tensor<512x256xbf16>
      -> !lowp.scaled<512x256xf8E4M3FN, #lowp.rowwise<axis = 0>,
                      order = [1, 0], scales = #lowp.compact<transposed = true>>
    %wt = lowp.transpose %wq : ...
    %y = lowp.scaled_matmul %xq, %wt fast_accumulation : ...
    ```
  }];
  let options = [
    Option<"recipe", "recipe", "std::string", /*default=*/"",
           "Preset that every matmul gets, whatever its attribute">
  ];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def AssignLayoutsPass : Pass<"lowp-assign-layouts"> {
  let summary = "give scales the layout that matmul kernels read";
  let description = [{
    Scales of a matmul operand that has several of them along the contracted
    dimension, and one row to a block, are read along M (or N): they get the
    layout `#lowp.mn_major`. Where the operand comes from a `lowp.quantize` or
    `lowp.widen` used by matmuls alone, that writes the layout at once; any other
    operand gets a `lowp.relayout`, and a remark tells how many bytes it moves.
    Elements of less than 8 bits that a quantize writes for `lowp.widen` alone
    are packed densely.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>
    ```
    becomes
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128,
                                            scales = #lowp.mn_major>
    ```
  }];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def FormKernelsPass : Pass<"lowp-form-kernels"> {
  let summary = "group what runs in one launch";
  let description = [{
    Each `lowp.scaled_matmul` becomes a `lowp.gemm` on the tensors of its
    operands. Its destination is the accumulator, if there is one of the
    result's type, else an empty tensor.

    Example:
    ```mlir
    %y = lowp.scaled_matmul %a, %b
       : !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>,
         !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise> -> tensor<64x32xbf16>
    ```
    becomes
    ```mlir
    %ad, %as = lowp.split_scaled %a : ...
    %bd, %bs = lowp.split_scaled %b : ...
    %init = tensor.empty() : tensor<64x32xbf16>
    %y = lowp.gemm lhs(%ad, %as : ...) rhs(%bd, %bs : ...)
                   outs(%init : tensor<64x32xbf16>)
      {lhs_type = ..., rhs_type = ...} -> tensor<64x32xbf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def DecomposeScaledPass : Pass<"lowp-decompose-scaled"> {
  let summary = "turn values of scaled type into data and scale tensors";
  let description = [{
    Each value of type `!lowp.scaled` becomes two tensors, data then scales, in
    function signatures, calls, branches and scf control flow. Only
    `lowp.make_scaled` and `lowp.split_scaled` may compute with such values:
    run `convert-lowp-to-linalg` or `lowp-form-kernels` before. Nothing after
    this pass sees the type, so bufferization needs to know nothing of it.

    Example:
    ```mlir
    func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block_1x128>)
    ```
    becomes
    ```mlir
    func.func @f(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def ExpandFloatCastsPass : Pass<"lowp-expand-float-casts"> {
  let summary = "write casts to and from small floats with integer arithmetic";
  let description = [{
    Upstream leaves `arith.truncf` and `arith.extf` on fp8 types as they are.
    This pass writes them with integer and f32 (or f64) arithmetic: round to
    nearest even, subnormals exact, overflow as the format has it (infinity or
    NaN; values that should saturate are clamped before the cast). Casts from
    f64 round once, also those to f16 and bf16, which some back ends take by
    way of f32.

    Example:
    ```mlir
    %q = arith.truncf %x : f32 to f8E5M2
    ```
    becomes integer arithmetic on the bits of `%x`, and
    ```mlir
    %q = arith.bitcast %code : i8 to f8E5M2
    ```
  }];
  let options = [
    Option<"include16Bit", "include-16-bit", "bool", /*default=*/"false",
           "Expand all casts of f16 and bf16 too, for back ends that call a "
           "library for them">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES
