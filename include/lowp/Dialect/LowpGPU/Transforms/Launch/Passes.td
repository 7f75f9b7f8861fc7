//===- Passes.td - How kernels are launched ----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES
#define LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES

include "mlir/Pass/PassBase.td"

def PrepareLaunchesPass : Pass<"lowp-gpu-prepare-launches"> {
  let summary = "make kernels ready for their launches";
  let description = [{
    Equal generic kernels become one and wait for their predecessors themselves,
    shared memory whose size a launch says becomes external, and all kernels get
    the names that profilers show. Each step is
    described in the file of its name in lib/Dialect/LowpGPU/Transforms/Launch.
    Steps, in their order: `share-kernels`, `overlap-launches`,
    `extern-shared-memory`, `name-kernels`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect"
  ];
}

#endif // LOWP_DIALECT_LOWPGPU_TRANSFORMS_LAUNCH_PASSES
