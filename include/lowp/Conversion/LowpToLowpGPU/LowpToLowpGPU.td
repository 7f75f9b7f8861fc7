//===- LowpToLowpGPU.td - Gemms become kernels and launches *- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU
#define LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU

include "mlir/Pass/PassBase.td"

def FormGemmsPass : Pass<"lowp-form-gemms", "::mlir::ModuleOp"> {
  let summary = "form gemms of matmuls that the chip multiplies";
  let description = [{
    A linalg operation that adds up products of bf16 or f16 in f32, of one
    dimension each of M, N and K, and of any batch whose sizes but the first are
    known, becomes a `lowp.gemm` without scales. Transposes and casts of operands
    are read through: a gemm takes operands in any order. A rounding of the result
    joins the gemm. What stays, and why, says the remark `generic-matmul`. A
    `lowp.scaled_matmul` becomes a gemm on the tensors of its operands, a matmul of
    groups one with groups.

    Products of f32 that are rounded to tf32 first (`round-matmuls`) become
    a gemm of f32 tensors. Where the chip takes such operands with K contiguous
    alone, others are transposed, once each; the remark `transposed-operand`
    says so. An operand of fp8, fp6 or fp4 beside one of 16 bits is widened to
    that, once for all that read it, with the remark `widened-operand`.

    A gemm adds to sums of f32 in place. A bias that is repeated for each row, a
    number and what was widened to f32 are added behind it, where
    `lowp-form-epilogues` finds them.

    Examples:
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
    and
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
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::lowp::LowpDialect",
    "::mlir::lowp_gpu::LowpGPUDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SelectKernelConfigPass
    : Pass<"lowp-select-kernel-config", "::mlir::ModuleOp"> {
  let summary = "choose tile, cluster and stages of each gemm";
  let description = [{
    Gives every `lowp.gemm` on buffers that has none a `lowp_gpu.config`: that
    of the user's file `config-file` if it has an entry for the gemm, else the
    cheapest legal one by the cost model, from the facts of the chip named by
    the module. A config written by hand is kept, if it respects what each must:
    tiles the tensor core can multiply, blocks of scales that tiles do not cross,
    clusters that share whole rows, shared memory. A remark tells the choice and
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
