//===- LowpToLowpGPU.td - Gemms become kernels and launches *- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU
#define LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU

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
      kernels the module's chip has and whose error is within `max-error`.
    - a family of training (`#lowp.training_recipe`, a preset or the attribute
      itself): each matmul gets what the family has for a forward matmul, a dgrad
      or a wgrad. Which of these it is says `lowp.role` on it or on its function;
      otherwise it follows from dataflow, as docs/Specification.md tells. Where
      nothing tells, it keeps its types, and a warning says so, unless the family
      has one recipe for all.
    - nothing: each matmul keeps what it has. One that has a family as
      `lowp.recipe` hands it on to its gradients.

    A price is that of the kernel which `lowp-select-kernel-config` would choose,
    and of the quantizes: none for a weight that is marked `lowp.parameter`; the
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
    any, and nothing that `deny` matches has a recipe. A matmul is called by its
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
    Option<"expectedM", "expected-m", "int64_t", /*default=*/"0",
           "What sizes count as that only the run time knows; 0: 8192">,
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

def EmulateFormatsPass : Pass<"lowp-emulate-formats", "::mlir::ModuleOp"> {
  let summary = "multiply formats that a chip lacks as formats that it has";
  let description = [{
    Gives the operands of a `lowp.scaled_matmul` whose scales change along K
    elements and scales that the tensor cores of the module's chip take, by
    `lowp.widen`: fp6 and fp4 become fp8, which has all their values; scales
    become f32 scales of 128 or 32 elements of K. Blocks of less than 32
    elements of K are spread over 32, with zeros. The product is the same, but
    for the order of additions, and slower: a remark for each operand says by
    how much. What a kernel takes stays as it is, and so does what would still
    be refused.

    Example:
    ```mlir
    %y = lowp.scaled_matmul %x, %w
       : !lowp.scaled<?x512xf8E4M3FN, #lowp.mx<1x32>>,
         !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<32x32>> -> tensor<?x256xbf16>
    ```
    becomes
    ```mlir
    %xw = lowp.widen %x : !lowp.scaled<?x512xf8E4M3FN, #lowp.mx<1x32>>
                       -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>>
    %ww = lowp.widen %w : !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<32x32>>
                       -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x32>>
    %y = lowp.scaled_matmul %xw, %ww
       : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x32>>,
         !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x32>> -> tensor<?x256xbf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::lowp_gpu::LowpGPUDialect"
  ];
}

def PropagateLayoutsPass : Pass<"lowp-propagate-layouts", "::mlir::ModuleOp"> {
  let summary = "store scaled values as kernels read them";
  let description = [{
    Asks the target of the module's chip in which data order, data layout and
    scale layout its kernels read the operands of a `lowp.scaled_matmul`, and
    each operation on scaled values what it reads and can write
    (`LayoutPropagationOpInterface`). Values that are connected by transposes,
    loops, branches and selects are stored alike: as what copies the least
    bytes, where a loop counts as often as it runs. What remains to be copied is
    a `lowp.relayout` behind the value, outside of loops that only read it, and
    a remark that tells the reason and the bytes. Arguments and results of
    functions keep their types, and so do operands of operations without the
    interface. On a chip without kernels for matmuls nothing changes.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    %y = lowp.scaled_matmul %q, %w : ...
    ```
    becomes
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>,
                                            scales = #lowp.mn_major>
    %y = lowp.scaled_matmul %q, %w : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::lowp_gpu::LowpGPUDialect"
  ];
}

def SplitMatmulsPass : Pass<"lowp-split-matmuls", "::mlir::ModuleOp"> {
  let summary = "f32 operands beside bf16: three operands of bf16";
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

def FormGemmsPass : Pass<"lowp-form-gemms", "::mlir::ModuleOp"> {
  let summary = "contractions that the chip multiplies become gemms";
  let description = [{
    A linalg operation that adds up products of bf16 or f16 in f32, of one
    dimension each of M, N and K, and of any batch whose sizes but the first are
    known, becomes a `lowp.gemm` without scales. Transposes and casts of operands
    are read through: a gemm takes operands in any order. A rounding of the result
    joins the gemm. What stays, and why, says the remark `generic-matmul`.

    Products of f32 that are rounded to tf32 first (`lowp-round-matmuls`) become
    a gemm of f32 tensors. Where the chip takes such operands with K contiguous
    alone, others are transposed, once each; the remark `transposed-operand`
    says so. An operand of fp8, fp6 or fp4 beside one of 16 bits is widened to
    that, once for all that read it, with the remark `widened-operand`.

    A gemm adds to sums of f32 in place. A bias that is repeated for each row, a
    number and what was widened to f32 are added behind it, where
    `lowp-form-epilogues` finds them.

    Example:
    ```mlir
    %t = linalg.transpose ins(%w : tensor<512x256xbf16>) ... permutation = [1, 0]
    %y = linalg.matmul ins(%x, %t : tensor<?x256xbf16>, tensor<256x512xbf16>)
                       outs(%zero : tensor<?x512xf32>) -> tensor<?x512xf32>
    ```
    becomes
    ```mlir
    %y = lowp.gemm lhs(%x : tensor<?x256xbf16>) rhs(%w : tensor<512x256xbf16>)
                   outs(%empty : tensor<?x512xf32>)
      {indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                        affine_map<(m, n, k) -> (n, k)>,
                        affine_map<(m, n, k) -> (m, n)>]} -> tensor<?x512xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::lowp::LowpDialect",
    "::mlir::lowp_gpu::LowpGPUDialect", "::mlir::tensor::TensorDialect"
  ];
}

def AlignRowsPass : Pass<"lowp-align-rows", "::mlir::ModuleOp"> {
  let summary = "rows of what gemms read and write begin where TMA can";
  let description = [{
    TMA copies matrices whose rows begin at multiples of 16 bytes. Where rows of
    an operand or of the result of a `lowp.gemm` without scales are shorter or
    longer than a multiple of that, or of unknown size, they get gaps between
    them: the empty tensor that the operand or the result is computed in becomes
    a `lowp.aligned_empty`. Operations that read it take rows with gaps. What is
    not computed in an empty tensor, such as an argument of the function, is
    copied into rows with gaps, and what others need without gaps into rows
    without; the remark `copied-rows` tells the bytes. So are data of a gemm
    with scales, but for those of the caller whose K is unknown: there the call
    must have whole rows. A result that leaves the
    function and that no gemm reads keeps its rows without gaps: kernels store
    such rows without TMA, where their places are known (`canStoreRows`).

    It runs last before bufferization, after fusions and epilogues have taken
    the operations that compute the operands.

    Example:
    ```mlir
    %e = tensor.empty() : tensor<64x9xbf16>
    %y = lowp.gemm lhs(%x : tensor<64x64xbf16>) rhs(%w : tensor<9x64xbf16>)
                   outs(%e : tensor<64x9xbf16>) ... -> tensor<64x9xbf16>
    %z = linalg.exp ins(%y : tensor<64x9xbf16>) ...
    ```
    becomes
    ```mlir
    %e = lowp.aligned_empty() : tensor<64x9xbf16>
    %y = lowp.gemm lhs(%x : tensor<64x64xbf16>) rhs(%w : tensor<9x64xbf16>)
                   outs(%e : tensor<64x9xbf16>) ... -> tensor<64x9xbf16>
    %z = linalg.exp ins(%y : tensor<64x9xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::lowp::LowpDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SelectKernelConfigPass
    : Pass<"lowp-select-kernel-config", "::mlir::ModuleOp"> {
  let summary = "choose tile, cluster and stages of each gemm";
  let description = [{
    Gives every `lowp.gemm` on buffers that has none a `lowp_gpu.config`: that
    of the user's file `config-file` if it has an entry for the gemm, else the
    cheapest legal one by the cost model, from the facts of the chip named by
    the module. A config written by hand is kept. A remark tells the choice and
    its origin: the predicted time, or the entry of the file.

    Where M is known only at run time, a gemm gets a `#lowp_gpu.config_table`:
    up to 10 configs, of which by the model one is near the best at each M, and
    the rows that say which. Entries of the file replace the rows of their M.
    With `expected-m` such a gemm gets one config, of the model or the file, for
    that M. The kernel takes any M all the same.

    Configs of `lowp_gpu.dropped_configs` are not chosen, nor others that divide
    the work as they do, as long as there are any more. A gemm with
    `lowp_gpu.gemms` gets `lowp_gpu.model_configs`: those that the model chose.
    In a module with `lowp_gpu.batch_invariant` no config splits K.

    `ranking-file` is written, as JSON: for each such gemm the entry that a
    config file would have for it, and its legal configs with the predicted
    cycles, best first. With `ranking-variants=N` the best N of them come with
    their variants: other orders of tiles, epilogue stages, unrolling, clusters,
    the other start of the next kernel.

    Before: `lowp.gemm lhs(...) rhs(...) outs(...) {...}`
    After: `lowp.gemm lhs(...) rhs(...) outs(...) {lowp_gpu.config =
    #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], ...>, ...}`, or,
    where M is dynamic,
    `{lowp_gpu.config = #lowp_gpu.config_table<configs = [<...>, <...>],
    rows = [64 : 0, more : 1]>, ...}`
  }];
  let options = [
    Option<"expectedM", "expected-m", "int64_t",
           /*default=*/"::mlir::lowp_gpu::kAnyM",
           "M to choose one config for where it is known only at run time; 0: "
           "a table of configs for any M">,
    Option<"configFile", "config-file", "std::string", /*default=*/"\"\"",
           "JSON file of tuned configs, as lowp.tune writes it">,
    Option<"rankingFile", "ranking-file", "std::string", /*default=*/"\"\"",
           "JSON file to write all legal configs to; - is standard output">,
    Option<"rankingVariants", "ranking-variants", "int64_t", "0",
           "configs whose variants are listed too; -1: all">
  ];
  let dependentDialects = ["::mlir::lowp_gpu::LowpGPUDialect"];
}

def VerifyKernelConfigPass
    : Pass<"lowp-verify-kernel-config", "::mlir::ModuleOp"> {
  let summary = "check each gemm's config against problem and chip";
  let description = [{
    Checks what the choice must respect, whoever made it: tiles the tensor core
    can multiply, blocks of scales that tiles do not cross, clusters that share
    whole rows, shared memory. Changes nothing.
  }];
}

def ConvertLowpToLowpGPUPass
    : Pass<"convert-lowp-to-lowp-gpu", "::mlir::ModuleOp"> {
  let summary = "turn gemms with a config into kernels and launches";
  let description = [{
    Each `lowp.gemm` on buffers becomes a `lowp_gpu.kernel` in the module
    `@lowp_gemms`, and at its place tensor maps, run-time checks of sizes that
    are not static, and a `lowp_gpu.launch`. Equal problems share a kernel.

    A gemm with a `#lowp_gpu.config_table` becomes a kernel for each config, and
    at its place an `scf.index_switch` over the number of the config that the
    table has for M, with tensor maps and a launch in each region: what a launch
    needs is encoded for the kernel that runs, and for no other.

    A gemm whose K is 0 has no kernel: it becomes linalg on buffers that writes
    zeros, or what the epilogue makes of zeros. Where K is unknown, an `scf.if`
    decides between that and the launch.

    Before: `lowp.gemm lhs(%a, %sa : ...) rhs(%b, %sb : ...) outs(%d : ...)`
    After:
    ```mlir
    %A = lowp_gpu.encode_tensor_map %a : ...
    ...
    lowp_gpu.launch @lowp_gemms::@gemm_0 tiles(%tiles) args(%A, %B, %D, ...)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::lowp_gpu::LowpGPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU
