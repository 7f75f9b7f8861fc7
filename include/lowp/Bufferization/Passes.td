//===- Passes.td - From tensors to buffers -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_BUFFERIZATION_PASSES
#define LOWP_BUFFERIZATION_PASSES

include "mlir/Pass/PassBase.td"

def PrepareBufferizationPass
    : Pass<"lowp-prepare-bufferization", "::mlir::ModuleOp"> {
  let summary = "say which tensors share a buffer, and which must not";
  let description = [{
    Gives values the destinations in which bufferization need not copy, and
    marks what it must not write. Each step is described in the file of its name
    in lib/Bufferization. Steps, in their order: `duplicate-fills`,
    `tie-loop-values`, `protect-arguments`, `separate-destinations`,
    `keep-old-values`, `place-updates`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FinishBufferizationPass
    : Pass<"lowp-finish-bufferization", "::mlir::ModuleOp"> {
  let summary = "write what bufferization leaves as host code understands it";
  let description = [{
    Takes buffers out of loops, expands views that upstream cannot lower, and
    takes buffers of results from the caller. Each step is described in the file
    of its name in lib/Bufferization. Steps, in their order: `hoist-buffers`,
    `expand-dynamic-reshapes`, `results-to-arguments`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def LegalizeTensorOpsPass : Pass<"lowp-legalize-tensor-ops"> {
  let summary = "replace tensor ops that have no kernel by ones that have";
  let description = [{
    - `linalg.pack` and `linalg.unpack` become a pad, reshapes and a transpose.
    - `tensor.reshape` becomes `tensor.collapse_shape` and
      `tensor.expand_shape`, whose sizes are those of its shape operand; a check
      at run time holds it to the number of elements.
    - Arithmetic on whole tensors becomes linalg.
    - A slice with unknown inner sizes that is returned, or handed to a loop or a
      call, is copied: one-shot bufferization would take its rows for rows without
      gaps.

    Ops that upstream cannot take apart stay as they are.

    Example:
    ```mlir
    %s = tensor.from_elements %c2, %n : tensor<2xindex>
    %r = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    ```
    becomes
    ```mlir
    cf.assert %same_count, "tensor.reshape: ..."
    %r = tensor.expand_shape %x [[0, 1]] output_shape [2, %n]
       : tensor<?xf32> into tensor<?x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def WriteArgumentsPass : Pass<"lowp-write-arguments", "::mlir::ModuleOp"> {
  let summary = "turn arguments that a function updates into buffers";
  let description = [{
    A tensor argument of a public function with `bufferization.writable = true`
    becomes a buffer, and `bufferization.materialize_in_destination` into it a
    store, which stays when nobody uses its result. So does an argument with
    `lowp.aliasing_output = n`: result n is stored into it at the end, and no
    longer a result. IREE's `iree.abi.output`, on arguments that JAX's caller
    donates, says the same. The function must not be called within the module.
    Stores come last, so that what is computed from the argument is computed from
    its old elements.

    ```mlir
    func.func @step(%w: tensor<4xf32> {bufferization.writable = true}) {
      ...
      %z = bufferization.materialize_in_destination %y in %w : ...
    // becomes
    func.func @step(%w: memref<4xf32>) {
      %t = bufferization.to_tensor %w restrict writable : ...
      ...
      bufferization.materialize_in_destination %y in writable %w : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_BUFFERIZATION_PASSES
