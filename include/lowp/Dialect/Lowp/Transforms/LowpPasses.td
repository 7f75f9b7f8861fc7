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
    `lowp.recipe` becomes two `lowp.quantize` and a `lowp.scaled_matmul`. So does
    a `linalg.batch_matmul`, or a generic that multiplies a batch: a matrix that
    the program repeats for all of it is quantized once. The
    data of both operands are written with the contracted dimension contiguous,
    also when the operand's own order is the other one: its quantize writes the
    transposed order and a `lowp.transpose` turns it without moving data. An
    initial value other than zero becomes the accumulator. A remark tells what
    each matmul got, or why it stays as it is.

    A recipe with `hadamard` puts a `lowp.hadamard` along the contracted
    dimension before each quantize. Stochastic rounding takes its seed from the
    argument of the function that carries `lowp.seed`; each quantize gets one of
    its own, the argument plus a running number, and each matrix of a batch.

    A matmul that asks for a recipe by its own attribute and cannot have it is
    an error. Under the option `recipe`, which gives every matmul the recipe,
    such a matmul is kept, with a remark, and so is a batch without a weight.

    Equal quantizes are left for `cse` to share.

    A `linalg.matmul` whose operands are fp8 elements already, as they come out of
    a checkpoint or of a front end's own casts, takes no recipe: it becomes a
    `lowp.scaled_matmul` with scales of 1, whose operands have K last.

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

def ExpandQuantizePass : Pass<"lowp-expand-quantize"> {
  let summary = "quantize in steps: amax, scales, data";
  let description = [{
    Each `lowp.quantize` without given scales gets some: from `lowp.amax` of its
    input by `lowp.compute_scale`, and for recipes of two levels
    `lowp.compute_global_scale`. The results are the same, bit by bit. So a
    program may put something between amax and scale: the maximum over devices,
    or a history of earlier steps. Where a tile holds whole blocks, a quantize
    in one step is faster: it reads its input once. The pipeline for the GPU
    expands only the others (`only-wide`): whose blocks are the whole matrix,
    whole columns, or rows that are longer than `max-row` or of unknown length.
    Shorter rows share the phases of another quantize of their matrix, which so
    is read twice, not three times; not where sums or maxima of rows that it
    follows from read more than the matrix.
    Those that read a transposed copy alone quantize what that is a copy of, and
    a `lowp.transpose` follows.

    A quantize whose result has groups stays, with a remark: its blocks begin
    where ends say, which are data. Where borders of groups cut no block, as
    groups of rows cut none of one row, it becomes a quantize without groups and
    a `lowp.relayout` that puts the scales into their places; not with a seed or
    scales of two levels, which are those of a group.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
    becomes
    ```mlir
    %a = lowp.amax %x recipe(#lowp.block<1x128>)
       : tensor<64x256xf32> -> tensor<64x2xf32>
    %encode, %scales = lowp.compute_scale %a recipe #lowp.block<1x128>
        element f8E4M3FN numerics <torchao, largest_factor = f32>
      : tensor<64x2xf32> -> tensor<64x2xf32>, tensor<64x2xf32>
    %q = lowp.quantize %x numerics <torchao>
         scales(%encode, %scales : tensor<64x2xf32>, tensor<64x2xf32>)
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    ```
  }];
  let options = [
    Option<"onlyWide", "only-wide", "bool", /*default=*/"false",
           "Expand only a quantize that a fusion could do but for its blocks, "
           "which no CTA holds as a whole">,
    Option<"maxRow", "max-row", "int64_t", /*default=*/"32768",
           "Elements of a row that the threads of a CTA can hold">
  ];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def PrepareParametersPass
    : Pass<"lowp-prepare-parameters", "::mlir::ModuleOp"> {
  let summary = "compute what depends on weights alone in a function of its own";
  let description = [{
    Arguments with the attribute `lowp.parameter` are weights: they stay
    the same for many calls. Each public function `@f` that has some is split.
    `@f$prepare` computes values from parameters and constants alone, and `@f`
    takes these values. A host calls `@f$prepare` once per update of the weights.

    Operations move that have no effects and may run at any time, by upstream's
    interfaces. All scaled values that the rest of `@f` reads are handed over,
    without the `lowp.transpose` behind them, which moves no data. It also
    hands over those other values that have the fewest bytes together, and among
    equal choices the one that leaves `@f` less to do. Reshapes, slices and copies that
    transpose, broadcast or widen a parameter are reads of the parameter, and
    stay in `@f`, like `lowp.make_scaled` of parameters, which moves no data; so
    do numbers, elements that callers have not, and tensors of dynamic shape,
    with what they read.

    The signatures:

    - `@f$prepare` takes the parameters that its values are computed from, in the
      order of `@f`, and returns the values in the order in which `@f` computed
      them.
    - `@f` takes its former arguments in their order, less the parameters that it
      no longer reads, and behind them the results of `@f$prepare`. Its results
      stay as they are.

    Both functions get the attributes `lowp.fingerprint`, a line of text that is
    equal for values that `@f` may take (version of lowp, chip, recipes, layouts,
    hashes of the types and of the computation), and `lowp.sources`, the numbers
    that their arguments had before, without those of handed values. `@f` also
    gets `lowp.prepare`, the symbol of `@f$prepare`. The marks are removed.

    A function whose parameters give nothing to prepare stays as it is, with a
    remark. Calls within the module are to be inlined before.

    Example:
    ```mlir
    func.func @f(%x: tensor<64x256xbf16>, %w: tensor<32x256xbf16> {lowp.parameter}) -> tensor<64x32xbf16> {
      %a = lowp.quantize %x ...
      %b = lowp.quantize %w ...
      %y = lowp.scaled_matmul %a, %b ...
      return %y
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<64x256xbf16>, %b: !lowp.scaled<32x256xf8E4M3FN, ...>) -> tensor<64x32xbf16>
        attributes {lowp.fingerprint = "...", lowp.prepare = @f$prepare, lowp.sources = array<i64: 0>} {
      %a = lowp.quantize %x ...
      %y = lowp.scaled_matmul %a, %b ...
      return %y
    }
    func.func @f$prepare(%w: tensor<32x256xbf16>) -> !lowp.scaled<32x256xf8E4M3FN, ...>
        attributes {lowp.fingerprint = "...", lowp.sources = array<i64: 1>} {
      %b = lowp.quantize %w ...
      return %b
    }
    ```
  }];
  let options = [
    Option<"chipAttribute", "chip-attribute", "std::string", /*default=*/"",
           "Name of the module's attribute that says the chip; without it the "
           "code is for the CPU">
  ];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def DecomposeScaledPass : Pass<"lowp-decompose-scaled"> {
  let summary = "turn values of scaled type into data and scale tensors";
  let description = [{
    Each value of type `!lowp.scaled` becomes two tensors, data then scales, in
    function signatures, calls, branches and scf control flow. Only
    `lowp.make_scaled` and `lowp.split_scaled` may compute with such values:
    run `convert-lowp-to-linalg` or `lowp-form-gemms` before. Nothing after
    this pass sees the type, so bufferization needs to know nothing of it.

    Example:
    ```mlir
    func.func @f(%q: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>)
    ```
    becomes
    ```mlir
    func.func @f(%data: tensor<64x256xf8E4M3FN>, %scales: tensor<64x2xf32>)
    ```
  }];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

def FormExternalCallsPass : Pass<"lowp-form-external-calls", "::mlir::ModuleOp"> {
  let summary = "turn calls of external functions into lowp.call_external";
  let description = [{
    A private function with the attribute `lowp.external = "symbol"` stands for the
    C function `symbol` of whoever runs the program (docs/ExternalFunctions.md). Its calls become
    `lowp.call_external`, its arguments the inputs and its results the outputs; an argument with
    `lowp.aliasing_output = n` is output n itself. Its body, if there is one, says
    what the function computes: sizes of results that are not known follow from
    it, and with `use-bodies` calls stay and are inlined.

    Before:
    ```mlir
    func.func private @attention(%q: tensor<?x128xbf16> {lowp.strided}) -> tensor<?x128xbf16>
      attributes {lowp.external = "flash_attention"} { ... }
    %o = call @attention(%x) : (tensor<?x128xbf16>) -> tensor<?x128xbf16>
    ```
    After:
    ```mlir
    %d = tensor.dim %x, %c0 : tensor<?x128xbf16>
    %e = tensor.empty(%d) : tensor<?x128xbf16>
    %o = lowp.call_external "flash_attention" ins(%x : tensor<?x128xbf16>)
           outs(%e : tensor<?x128xbf16>) {strided = array<i64: 0>} -> tensor<?x128xbf16>
    ```
  }];
  let options = [
    Option<"useBodies", "use-bodies", "bool", /*default=*/"false",
           "Leave calls of functions that have a body">
  ];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_LOWPPASSES
