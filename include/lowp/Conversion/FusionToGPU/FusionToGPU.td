//===- FusionToGPU.td - Fusions to kernels -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_FUSIONTOGPU_FUSIONTOGPU
#define LOWP_CONVERSION_FUSIONTOGPU_FUSIONTOGPU

include "mlir/Pass/PassBase.td"

def ConvertFusionsToGPUPass
    : Pass<"convert-fusions-to-gpu", "::mlir::ModuleOp"> {
  let summary = "turn each lowp.launch_fusion into a kernel of lowp_gpu.cta ops";
  let description = [{
    The iteration space of a fusion is divided into tiles, one per CTA, or into
    rows where a row is reduced. Each value of the fusion is a vector that the
    CTA holds; nothing but inputs and outputs is in memory. An amax that a
    quantize needs is a reduction over the blocks of the tile, its scale is
    computed once per block. Steps, in their order: `outline-copies`, which makes
    fusions of copies, and `convert-fusions`.

    Before, with a fusion that quantizes in blocks of 1 x 128:
    ```mlir
    lowp.launch_fusion @fusions::@linear_0 ins(%x : memref<?x7168xbf16>)
        outs(%d, %s : memref<?x7168xf8E4M3FN>, memref<?x56xf32>)
    ```
    After:
    ```mlir
    gpu.launch blocks(...) threads(...) {
      %x0 = lowp_gpu.cta_load %x[][%row, %column] of(%M, %N) map ...
      %magnitude = lowp_gpu.cta_map (%x0) { ... math.absf ... }
      %amax = lowp_gpu.cta_reduce <maximumf> %magnitude : vector<128x128xbf16> -> vector<128x1xbf16>
      %encode, %scale = lowp_gpu.cta_map (%amax) { ... }
      lowp_gpu.cta_store %scale to %s[][%row, %column] of(%M, %N) map ...
      %factor = lowp_gpu.cta_broadcast %encode : vector<128x1xf32> -> vector<128x128xf32>
      %data = lowp_gpu.cta_map (%x0, %factor) { ... arith.truncf ... }
      lowp_gpu.cta_store %data to %d[][%row, %column] of(%M, %N) map ...
    } {lowp_gpu.distribution = #lowp_gpu.distribution<...>}
    ```
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::lowp::LowpDialect",
    "::mlir::lowp_gpu::LowpGPUDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def PairLaunchesPass : Pass<"lowp-pair-launches", "::mlir::ModuleOp"> {
  let summary = "mark launches of fusions that will be one kernel";
  let description = [{
    A tile that is quantized along its columns has many rows, and a number of
    each, as that which a norm divides by, follows from the whole row: more than
    a CTA can hold. So one launch reduces rows, and the next one reads them again.
    Where that takes longer than a launch, since the cache cannot hold all of
    them, the two become a pair, of which `lowp-gpu-join-launches` makes one
    kernel: the second read of some rows comes soon after the first. Launches
    between both that touch other buffers run after them.

    Before:
    ```mlir
    lowp.launch_fusion @fusions::@sums ins(%x : ...) outs(%sums : ...)
    lowp.launch_fusion @fusions::@norm ins(%x, %sums : ...) outs(%q, %turned : ...)
    ```
    After:
    ```mlir
    lowp.launch_fusion @fusions::@sums ins(%x : ...) outs(%sums : ...) {lowp_gpu.leads = 128 : i64}
    lowp.launch_fusion @fusions::@norm ins(%x, %sums : ...) outs(%q, %turned : ...) {lowp_gpu.follows = 9 : i64}
    ```
  }];
  let dependentDialects = ["::mlir::lowp::LowpDialect"];
}

#endif // LOWP_CONVERSION_FUSIONTOGPU_FUSIONTOGPU
