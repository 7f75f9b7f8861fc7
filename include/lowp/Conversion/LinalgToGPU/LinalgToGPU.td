//===- LinalgToGPU.td - Generic GPU kernels ------------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU
#define LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU

include "mlir/Pass/PassBase.td"

def ConvertLinalgToGPUPass : Pass<"convert-linalg-to-gpu", "::mlir::func::FuncOp"> {
  let summary = "turn linalg ops, scatters and copies on buffers into gpu.launch ops";
  let description = [{
    For what no matmul kernel covers: quantization, activations, reductions,
    casts. Each op becomes one launch, correct for every shape, empty ones
    included, and coalesced; nothing is fused or vectorized here.

    - Point kernels: one thread per element of the parallel iteration space,
      reductions run in its registers.
    - Reduction kernels, for ops that read each element of an operand once and
      combine in a known way, with several results too: groups of threads share
      the rows of a block's columns, or vectors of a row where reduced elements
      lie beside each other, and meet in shared memory.
    - Where the result does not depend on the order (minima, maxima), long
      reductions are spread over more blocks that meet in an atomic. Others are
      for `split-reductions`; of its parts a block visits the rows.

    - Scatters: one thread per element of the updates, which follows the links
      to updates of the same position.
    - Orders of rows: one block, a stable counting sort.

    A fill whose only reader is the reduction behind it runs in that kernel.

    Before:
    ```mlir
    linalg.fill ins(%zero : f32) outs(%x : memref<?x512xf32>)
    ```
    After:
    ```mlir
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1)
               module(@f_fill_0) function(@f_fill_0) {
      // i, j = delinearize(%bx * 256 + %tx); if it lies inside:
      memref.store %zero, %x[%i, %j] : memref<?x512xf32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

def LinkScattersPass : Pass<"lowp-link-scatters", "::mlir::func::FuncOp"> {
  let summary = "find updates of scatters that have one position";
  let description = [{
    Runs on tensors. A kernel has a thread for each element of each update. So
    that updates of one position are combined in their order, and the result is
    the same in each run, the thread of one update does the work for all of them:
    the first follows the `links` of `lowp.scatter` to the others. Where the
    region overwrites, the last update of each position writes alone.

    The links are a reduction: each update is compared with all others, or with
    those of its `window`. n updates without one take n^2 comparisons, of which a
    remark tells.

    Example:
    ```mlir
    %y = lowp.scatter ins(%g, %ids : tensor<8x4xf32>, tensor<8xi64>)
        outs(%x : tensor<32x4xf32>) dimensions [0] { ... } -> tensor<32x4xf32>
    ```
    becomes
    ```mlir
    %links = linalg.generic ... ins(%ids, %ids : tensor<8xi64>, tensor<8xi64>) ... // 8 x 8 comparisons
    %y = lowp.scatter ins(%g, %ids : tensor<8x4xf32>, tensor<8xi64>)
        links(%links : tensor<8xi64>) outs(%x : tensor<32x4xf32>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU
