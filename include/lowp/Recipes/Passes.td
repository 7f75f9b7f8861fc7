//===- Passes.td - Which matmuls get a recipe --------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_RECIPES_PASSES
#define LOWP_RECIPES_PASSES

include "mlir/Pass/PassBase.td"

def SelectRecipesPass : Pass<"lowp-select-recipes", "::mlir::ModuleOp"> {
  let summary = "choose which matmuls get which recipe";
  let description = [{
    Writes `lowp.recipe` on each `linalg.matmul` that is to have one, for
    `lowp-apply-recipes`. Runs behind `lowp-normalize-contractions`. The option
    `recipe` says how:

    - a preset (`forced`): each matmul that can take it gets it, whatever it had,
      also one of f32, as routers may be: the remark says so, and `deny` keeps it.
      One of whose columns no kernel stores whole lines keeps its types. So does
      a vector by a matrix, which is read once, unless it is a parameter. So does
      a batch without a weight, as queries by keys are: neither operand, nor one
      of the forward matmul, is an argument of the function or a constant.
    - `auto`: each matmul without a recipe of its own gets the preset with which
      the part computes it fastest, or none. Candidates are the presets whose
      kernels the module's chip has and whose error is within `max-error`. Of
      presets whose times differ by at most 1 % of the matmul's the one that
      rounds less is chosen, and of those the one whose elements have the larger
      range; otherwise the first one, in the order of `candidates`.
    - a family of training (`#lowp.training_recipe`, a preset or the attribute
      itself): each matmul gets what the family has for a forward matmul, a dgrad
      or a wgrad. Which of these it is says `lowp.role` on it or on its function;
      otherwise it follows from dataflow, as docs/Specification.md tells. Where
      nothing tells, it keeps its types, and a warning says so, unless the family
      has one recipe for all.
    - nothing: each matmul keeps what it has. One that has a family as
      `lowp.recipe` hands it on to its gradients.

    Whatever the option says, a matmul of two operands that are dequantized takes
    both as they were, where the chip has a kernel for them or
    `allow-emulation` has one stand in, unless it has a recipe of its own or
    `deny` names it.

    A price is that of the kernel which `lowp-select-kernel-config` would choose,
    and of the quantizes: none for a weight that is marked `lowp.parameter`, the
    n-th part for one that changes after n calls (`lowp.parameter = n`); the
    bytes written for what an operation computes that is no matmul, less those
    that nobody needs any more; a read besides for other values. Matmuls that
    read the same value share its quantize and are decided together. A matmul
    keeps its types, too, unless a recipe makes it `min-speedup` times as fast,
    if N or K is at most 128 (ranks of adapters, routers), if an operand is also
    looked up (a tied embedding), and if it gives the scores of a vocabulary.

    Where `lowp-plan-recipes` has planned a function, and `auto`'s choices make it
    no faster as a whole, all of its matmuls keep their types.

    `allow` and `deny` are patterns of names with commas between them, for
    example `layers.*.wq,model.mlir:12:*`: only what `allow` matches, if there is
    any, and nothing that `deny` matches gets a recipe; one that a matmul has
    itself stays. A matmul is called by its
    attribute `lowp.name`, by the names of its location and by its place. A
    pattern that matches nothing is a warning.

    Where `shard.shard` divides operands or results among devices, sizes are those
    of one device.

    A remark on each matmul tells what it got, the predicted time and what was
    rejected; `explain-file` gets a table of the same, or JSON if its name ends
    in .json. Sizes that only the run time knows count as `expected-m`, or 8192.

    Example, with `recipe=auto` for an H200:
    ```mlir
    %y = linalg.matmul ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
                       outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    ```
    becomes
    ```mlir
    %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
                       ins(%x, %w : tensor<8192x4096xbf16>, tensor<4096x8192xbf16>)
                       outs(%zero : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
    ```

    With `adapt` the recipes of matmuls, chosen or given, become such as the chip
    multiplies. One whose sums lie in tensor memory promotes no partial sums: it
    multiplies no scales of f32 that change along K. If it takes powers of two
    itself, what lowp quantizes has those, in the same blocks, each at least as
    large as the scale in f32. Scales that come with the data stay as they are. A
    remark tells of each matmul. For sm_100a
    `#lowp.matmul_recipe<block_1x128_128x128>` becomes one of `#lowp.mx<1x128>`
    and `#lowp.mx<128x128>`.
  }];
  let options = [
    Option<"recipe", "recipe", "std::string", /*default=*/"\"\"",
           "A preset for every matmul, or auto">,
    Option<"candidates", "candidates", "std::string", /*default=*/"\"\"",
           "Presets that auto compares, with commas between them; all if empty">,
    Option<"allow", "allow", "std::string", /*default=*/"\"\"",
           "Patterns of the names that may have a recipe; all if empty">,
    Option<"deny", "deny", "std::string", /*default=*/"\"\"",
           "Patterns of the names that may not have a recipe">,
    Option<"maxError", "max-error", "double", /*default=*/"0.05",
           "Relative error that a recipe of auto may add to a product">,
    Option<"minSpeedup", "min-speedup", "double", /*default=*/"1.03",
           "How many times faster a matmul must be with a recipe of auto">,
    Option<"explainFile", "explain-file", "std::string", /*default=*/"\"\"",
           "File to write the table to; - is standard output">,
    Option<"allowEmulation", "allow-emulation", "bool", /*default=*/"false",
           "Give a recipe of all to batches that the chip emulates, too">,
    Option<"expectedM", "expected-m", "int64_t", /*default=*/"0",
           "What sizes count as that only the run time knows; 0: 8192">,
    Option<"adapt", "adapt", "bool", /*default=*/"false",
           "Take powers of two as scales where the chip has no others">,
    Option<"chip", "chip", "std::string", /*default=*/"\"\"",
           "Chip to choose for; the module's attribute if empty">,
    Option<"part", "part", "std::string", /*default=*/"\"\"",
           "Part to choose for, e.g. h100; the module's attribute if empty">,
    Option<"partFile", "part-file", "std::string", /*default=*/"\"\"",
           "File that describes the part to choose for">
  ];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::lowp_gpu::LowpGPUDialect"
  ];
}

#endif // LOWP_RECIPES_PASSES
