//===- Passes.td - From tensors to buffers -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_BUFFERIZATION_PASSES
#define LOWP_BUFFERIZATION_PASSES

include "mlir/Pass/PassBase.td"

def SeparateDestinationsPass : Pass<"lowp-separate-destinations"> {
  let summary = "cut long chains of destinations";
  let description = [{
    `one-shot-bufferize` compares the reads and writes of all values that may
    share a buffer, in a time that grows with the third power of their number.
    In long programs these are many for two reasons, which this pass removes:

    - `convert-elementwise-to-linalg` takes an operand as the destination of the
      result, which makes one buffer of a chain of ops. A destination that is an
      input and not read becomes a `tensor.empty`.
    - A cleanup makes one `tensor.empty` of all that have a type. Each 16 ops
      that write into it get an empty tensor of their own; fewer share, and with
      it the memory.

    Before:
    ```mlir
    %y = linalg.generic {...} ins(%x, %w : tensor<8xf32>, tensor<8xf32>) outs(%x : tensor<8xf32>) {
    ^bb0(%a: f32, %b: f32, %unused: f32):
      ...
    ```
    After:
    ```mlir
    %e = tensor.empty() : tensor<8xf32>
    %y = linalg.generic {...} ins(%x, %w : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def LegalizeTensorOpsPass : Pass<"lowp-legalize-tensor-ops"> {
  let summary = "replace tensor ops that have no kernel by ones that have";
  let description = [{
    - `linalg.pack` and `linalg.unpack` become a pad, reshapes and a transpose.
    - `tensor.reshape` becomes `tensor.collapse_shape` and
      `tensor.expand_shape`, whose sizes are those of its shape operand; a check
      at run time holds it to the number of elements.

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

def TieLoopValuesPass : Pass<"lowp-tie-loop-values"> {
  let summary = "hand on tensors of loops in the buffers they began with";
  let description = [{
    One-shot bufferization wants each tensor that an iteration of `scf.for` or
    `scf.while` hands on to be in the buffer of the value that it got. This pass
    says so by `bufferization.materialize_in_destination`, which is a copy where
    the two are not one buffer anyway. Dynamic sizes are checked at run time.

    Example:
    ```mlir
    scf.for ... iter_args(%h = %x) -> (tensor<64x64xf32>) {
      %y = linalg.matmul ins(%h, %w : ...) outs(%zero : ...) -> tensor<64x64xf32>
      scf.yield %y : tensor<64x64xf32>
    }
    ```
    yields
    ```mlir
      %z = bufferization.materialize_in_destination %y in %h : ...
      scf.yield %z : tensor<64x64xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ExpandDynamicReshapesPass : Pass<"lowp-expand-dynamic-reshapes"> {
  let summary = "expand views that split a dimension into several of unknown size";
  let description = [{
    A `memref.expand_shape` with two or more dynamic sizes in one group becomes a
    `memref.reinterpret_cast`: upstream's `expand-strided-metadata` crashes on
    it.

    Example:
    ```mlir
    %v = memref.expand_shape %m [[0, 1]] output_shape [%a, %b]
       : memref<?xf32> into memref<?x?xf32>
    ```
    becomes
    ```mlir
    %base, %offset, %size, %stride = memref.extract_strided_metadata %m : ...
    %v = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b],
                                          strides: [%b, 1] : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
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

def ResultsToArgumentsPass
    : Pass<"lowp-results-to-arguments", "::mlir::func::FuncOp"> {
  let summary = "take buffers of results from the caller";
  let description = [{
    Buffers that a function returns become arguments behind its others. A buffer
    that the function allocates is allocated no longer; any other one is copied.
    The sizes that the caller gives are compared with those that the function
    computes. The argument is marked `bufferize.result`: nobody wants what was
    there before.

    Before:
    ```mlir
    func.func @f(%x: memref<?xf32>) -> memref<?xf32> {
      %y = memref.alloc(%n) : memref<?xf32>
      ...
      return %y : memref<?xf32>
    }
    ```
    After:
    ```mlir
    func.func @f(%x: memref<?xf32>, %y: memref<?xf32> {bufferize.result}) {
      %size = memref.dim %y, %c0 : memref<?xf32>
      %same = arith.cmpi eq, %size, %n : index
      cf.assert %same, "result 0 of 'f': expected ..."
      ...
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::memref::MemRefDialect"
  ];
}

def ProtectArgumentsPass
    : Pass<"lowp-protect-arguments", "::mlir::func::FuncOp"> {
  let summary = "mark the caller's tensors as read-only for bufferization";
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

def KeepOldValuesPass : Pass<"lowp-keep-old-values", "::mlir::func::FuncOp"> {
  let summary = "keep old values of updated arguments as long as they are read";
  let description = [{
    Bufferization does not see that a store into the buffer of an argument
    overwrites the tensor that was read from it. The pass moves such stores to
    the end of the function, those of old values of other arguments in front of
    the stores that overwrite these. Where no order will do (arguments that swap
    their values, an old value that is a result too) it copies the old value, and
    the remark `copied-old-value` tells. Views of old values count as these.

    ```mlir
    %v = bufferization.to_tensor %a restrict writable : ...
    bufferization.materialize_in_destination %new in writable %a : ...
    return %v : tensor<4xf32>
    // becomes
    %old = bufferization.alloc_tensor() copy(%v) : tensor<4xf32>
    bufferization.materialize_in_destination %new in writable %a : ...
    return %old : tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def PlaceUpdatesPass : Pass<"lowp-place-updates", "::mlir::func::FuncOp"> {
  let summary = "compute what is stored into an argument there";
  let description = [{
    Where a function stores a tensor into the buffer of an argument at its end,
    the operation that computes the tensor gets the argument as destination, in
    place of an empty tensor, and comes behind all that read the argument before
    the update. Otherwise each update would take workspace and a copy. Runs right
    before bufferization, which copies where this cannot be: where an operation
    reads other elements of the argument than it writes, say.

    ```mlir
    %w = bufferization.to_tensor %arg restrict writable : ...
    %e = tensor.empty() : tensor<4xf32>
    %y = linalg.sub ins(%w, %g : ...) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    bufferization.materialize_in_destination %y in writable %arg : ...
    // becomes
    %y = linalg.sub ins(%w, %g : ...) outs(%w : tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_BUFFERIZATION_PASSES
