//===- LowpToLowpGPU.td - Gemms become kernels and launches *- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU
#define LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU

include "mlir/Pass/PassBase.td"

def SelectKernelConfigPass
    : Pass<"lowp-select-kernel-config", "::mlir::ModuleOp"> {
  let summary = "choose tile, cluster and stages of each gemm";
  let description = [{
    Gives every `lowp.gemm` on buffers that has none a `lowp_gpu.config`: the
    cheapest legal one by the cost model, from the facts of the chip named by
    the module. The only place with heuristics; a config written by hand is
    kept. A remark tells the choice and its predicted time.

    Before: `lowp.gemm lhs(...) rhs(...) outs(...) {...}`
    After: `lowp.gemm lhs(...) rhs(...) outs(...) {lowp_gpu.config =
    #lowp_gpu.config<tile = [128, 256, 128], cluster = [2, 1], ...>, ...}`
  }];
  let options = [
    Option<"expectedRows", "expected-rows", "int64_t", "8192",
           "rows (M) to assume where they are known only at run time">
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
    "::mlir::gpu::GPUDialect", "::mlir::lowp_gpu::LowpGPUDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

#endif // LOWP_CONVERSION_LOWPTOLOWPGPU_LOWPTOLOWPGPU
