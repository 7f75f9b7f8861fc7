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

def JoinLaunchesPass
    : Pass<"lowp-gpu-join-launches", "::mlir::func::FuncOp"> {
  let summary = "make one kernel of two launches whose CTAs take turns";
  let description = [{
    Each `gpu.launch` with `lowp_gpu.leads`, CTAs for a stripe of rows, becomes
    one with the next, which has `lowp_gpu.follows`. The CTAs of a stripe of the
    second launch are that many stripes after those of the first, for which they
    wait where they need what these write. A CTA takes a ticket for its place:
    those that it waits for have begun.

    Before:
    ```mlir
    gpu.launch blocks(%b...) in (%gx = %c4096...) ... {
      memref.store %sum, %sums[%row] : memref<16384xf32>
    } {lowp_gpu.leads = 32 : i64}
    gpu.launch blocks(%b...) in (%gx = %c7168...) ... {
      %sum = memref.load %sums[%row] : memref<16384xf32>
    } {lowp_gpu.follows = 9 : i64}
    ```
    After:
    ```mlir
    linalg.fill ins(%c0 : i32) outs(%done : memref<129xi32>)
    gpu.launch blocks(%b...) in (%gx = %c12056...) ... {
      scf.if %leads {
        memref.store %sum, %sums[%row] : memref<16384xf32>
        gpu.barrier
        // One thread adds 1 to %done of the stripe (release).
      } else {
        // One thread waits until %done of the stripe is 32 (acquire).
        gpu.barrier
        %sum = memref.load %sums[%row] : memref<16384xf32>
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_CTA_PASSES
