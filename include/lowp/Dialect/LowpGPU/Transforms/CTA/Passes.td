//===- Passes.td - From the ops of a CTA to threads --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES

include "mlir/Pass/PassBase.td"

def DistributeCTAOpsPass
    : Pass<"lowp-gpu-distribute-cta-ops", "::mlir::func::FuncOp"> {
  let summary = "divide what a CTA computes among its threads";
  let description = [{
    Runs on each `gpu.launch` with a `lowp_gpu.distribution`. A vector of the
    tile's shape becomes vectors of neighbouring elements in a thread's
    registers; what belongs to blocks, rows or columns has one thread for each
    entry, which alone computes it. Reductions go through shuffles and then
    shared memory, transposed writes through shared memory. Saturated casts to
    8 bits are the chip's instruction, bit-identical to the expansion but for
    the sign of NaN.

    Before:
    ```mlir
    %x = lowp_gpu.cta_load %X[][%row, %column] of(%M, %N) map ... -> vector<128x128xbf16>
    ```
    After, in each thread:
    ```mlir
    %x0 = vector.load %X[%r, %c] {alignment = 16 : i64} : ..., vector<8xbf16>
    %x1 = vector.load %X[%r1, %c] {alignment = 16 : i64} : ..., vector<8xbf16>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
    "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::math::MathDialect"
  ];
}

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES
