//===- Passes.td - How kernels are launched ----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES

include "mlir/Pass/PassBase.td"

def ShareKernelsPass : Pass<"lowp-share-kernels", "::mlir::ModuleOp"> {
  let summary = "launch one of equal kernels";
  let description = [{
    The layers of a model are the same functions of other tensors. Each
    `gpu.module` whose one kernel is, but for names and locations, that of a
    module before it goes away, and its launches name the first. A model of 80
    layers then takes ptxas as long as one layer does.
  }];
}

def OverlapLaunchesPass
    : Pass<"lowp-gpu-overlap-launches", "::mlir::gpu::GPUFuncOp"> {
  let summary = "start generic kernels while the kernel before them ends";
  let description = [{
    Lets a kernel wait for the end of its predecessor in the stream itself
    (`griddepcontrol.wait`) before it touches memory, and marks it
    `lowp_gpu.overlaps_previous`: programmatic dependent launch. It does not
    say when its successor may start, which is at its end: the CTAs of a matmul
    are neighbours only on a free chip.
  }];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

def ExternSharedMemoryPass
    : Pass<"lowp-gpu-extern-shared-memory", "::mlir::gpu::GPUModuleOp"> {
  let summary = "make shared memory whose size a launch says external";
  let description = [{
    `gpu.dynamic_shared_memory` becomes an internal array without elements,
    which LLVM's backend for PTX gives a place among the arrays of known size.
    Only an external one is the memory that a launch asks for.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES
