//===- Passes.td - Passes for the use of pipelines ---------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_PIPELINES_PASSES
#define LOWP_PIPELINES_PASSES

include "mlir/Pass/PassBase.td"

def AttachChipPass : Pass<"lowp-attach-chip", "::mlir::ModuleOp"> {
  let summary = "say for which chip a module's kernels are built";
  let description = [{
    Sets the module's attribute `lowp_gpu.chip`, which later passes ask. Without
    option `chip` the module must have the attribute already. An unknown chip is
    an error here, before any work is done.

    ```mlir
    module { ... }
    // becomes
    module attributes {lowp_gpu.chip = "sm_90a"} { ... }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"\"",
           "Chip to compile for, e.g. sm_90a; overrides the module's attribute">
  ];
}

def ProtectArgumentsPass
    : Pass<"lowp-protect-arguments", "::mlir::func::FuncOp"> {
  let summary = "bufferization must not write into a caller's tensors";
  let description = [{
    Marks the tensor arguments of a public function as read-only, so that an
    operation which updates one, such as a matmul that accumulates, gets a copy.
    Without it one-shot bufferization would update the caller's buffer.

    ```mlir
    func.func @f(%c: tensor<8xf32>) -> tensor<8xf32>
    // becomes
    func.func @f(%c: tensor<8xf32> {bufferization.writable = false})
        -> tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def RefuseKernelsPass : Pass<"lowp-refuse-kernels", "::mlir::ModuleOp"> {
  let summary = "a program for the CPU has no kernels of a GPU";
  let description = [{
    An operation of dialect `lowp_gpu` is an error: nothing turns it into code
    for the CPU. Changes nothing.

    ```mlir
    lowp_gpu.kernel @gemm_0(...) chip "sm_90a" ...
    // error: expected a program for the CPU, got a kernel of a GPU
    ```
  }];
}

def RefuseMemorySpacesPass
    : Pass<"lowp-refuse-memory-spaces", "::mlir::ModuleOp"> {
  let summary = "host code has memory of one space";
  let description = [{
    A buffer in any memory space but the default one is an error: the host has no
    other, and allocates and frees in that one. Changes nothing.

    ```mlir
    func.func @f(%x: memref<4xf32, #some.space>)
    // error: expected memory in the default space
    ```
  }];
}

#endif // LOWP_PIPELINES_PASSES
