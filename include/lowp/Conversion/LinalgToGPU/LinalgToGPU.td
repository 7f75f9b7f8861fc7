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
  let summary = "linalg ops, scatters and copies on buffers become gpu.launch ops";
  let description = [{
    For what no matmul kernel covers: quantization, activations, reductions,
    casts. Each op becomes one launch, correct for every shape, empty ones
    included, and coalesced; nothing is fused or vectorized here.

    - Point kernels: one thread per element of the parallel iteration space,
      reductions run in its registers.
    - Reduction kernels, for ops that read each element of an operand once and
      reduce along its rows: one block per element of the parallel space.
      Where the result does not depend on the order (minima, maxima), long
      reductions are spread over more blocks that meet in an atomic.

    - Scatters: one thread per element of the updates, which follows the links
      to updates of the same position.

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
    "::mlir::scf::SCFDialect"
  ];
}

def DuplicateFillsPass : Pass<"lowp-duplicate-fills", "::mlir::func::FuncOp"> {
  let summary = "give each user of a filled tensor a fill of its own";
  let description = [{
    Runs on tensors, before bufferization: a filled tensor with two users that
    write to it would become a fill and a copy. Two fills are cheaper, and
    `convert-linalg-to-gpu` folds a fill into the kernel of its only user.

    Before:
    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>)
    %1 = linalg.reduce ... outs(%0 : tensor<?xf32>)
    %2 = linalg.reduce ... outs(%0 : tensor<?xf32>)
    ```
    After:
    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>)
    %1 = linalg.reduce ... outs(%0 : tensor<?xf32>)
    %2 = linalg.fill ins(%zero : f32) outs(%empty : tensor<?xf32>)
    %3 = linalg.reduce ... outs(%2 : tensor<?xf32>)
    ```
  }];
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

def VerifyHostCodePass : Pass<"lowp-verify-host-code", "::mlir::func::FuncOp"> {
  let summary = "refuse host code that would dereference device memory";
  let description = [{
    Buffers of a function built for a GPU are device memory. After
    `convert-linalg-to-gpu` the host may ask their sizes and pass them on, but
    an op that reads or writes elements outside of a kernel is an error here
    and would be a crash at run time.
  }];
}

def PrepareGenericKernelsPass
    : Pass<"lowp-prepare-generic-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "expand what convert-gpu-to-nvvm leaves to libdevice";
  let description = [{
    Transcendental functions become arithmetic (polynomials good to a few units
    in the last place in f32, evaluated in f32 for narrower types), square
    roots and roundings the LLVM intrinsics for which there are instructions,
    block-wide reductions become shuffles. Functions of f32 and less that have
    the flag `afn`, and divisions with `arcp` or `afn`, become approximations of
    the chip (`ex2.approx`, `rcp.approx`, `div.full` and their like). What
    remains would be a call into libdevice, which lowp does not link: an error.

    Vectors of bf16 are widened by integer operations on words of two elements,
    which ptxas would take apart otherwise; sums and products that are rounded
    to bf16 are computed in it.

    Buffers of shared memory are aligned to 16 bytes. Kernels that turn a tile
    of 16 KiB or more there and write several matrices ask for two CTAs per
    multiprocessor (`nvvm.minctasm`), which bounds their registers.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect", "::mlir::scf::SCFDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def ShareKernelsPass : Pass<"lowp-share-kernels", "::mlir::ModuleOp"> {
  let summary = "launches of equal kernels launch one of them";
  let description = [{
    The layers of a model are the same functions of other tensors. Each
    `gpu.module` whose one kernel is, but for names and locations, that of a
    module before it goes away, and its launches name the first. A model of 80
    layers then takes ptxas as long as one layer does.
  }];
}

#endif // LOWP_CONVERSION_LINALGTOGPU_LINALGTOGPU
