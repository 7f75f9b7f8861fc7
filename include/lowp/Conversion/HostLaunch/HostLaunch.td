//===- HostLaunch.td - Host code that launches kernels -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH
#define LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH

include "mlir/Pass/PassBase.td"

def InsertChecksPass : Pass<"lowp-insert-checks", "::mlir::ModuleOp"> {
  let summary = "assert what operations demand of sizes and numbers, before anything runs";
  let description = [{
    A call whose sizes or numbers do not fit fails with the operation's name.
    Each step is described in the file of its name in lib/Conversion/HostLaunch.
    Steps, in their order: `check-shapes`, `check-numbers`, `check-allocations`,
    `hoist-checks`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">,
    Option<"checkBodies", "check-bodies", "bool", /*default=*/"false",
           "Check operations that compute single elements, too">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def PrepareHostCodePass : Pass<"lowp-prepare-host-code", "::mlir::ModuleOp"> {
  let summary = "write host code as upstream's conversion to LLVM takes it";
  let description = [{
    Views become arithmetic, checks and control flow branches.
    A check that failed ends the call of a function for a device, and the
    program otherwise. A buffer in any memory space but the default one is an
    error: the host has no other. Attributes of arguments and results, such as
    `lowp.seed`, which passes before have read, go away. Steps, in their order:
    `lower-views`, `return-on-failure`, `lower-control-flow`, `convert-asserts`,
    `refuse-memory-spaces`, `drop-signature-attributes`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def PlanWorkspacePass : Pass<"lowp-plan-workspace", "::mlir::func::FuncOp"> {
  let summary = "share memory among buffers of a function by lifetime";
  let description = [{
    Work is done in the order of the stream, so two buffers may share memory
    where the last use of one comes before the first use of the other. Where all
    sizes are known, all buffers become views of one allocation, in which those
    that live at the same time lie side by side. Otherwise such buffers become
    views of one allocation that is as large as the largest of them.

    The memory of a result (`bufferize.result`) is free until the first operation
    that reads or writes the result. Buffers of known sizes that are dead by then
    lie in it, side by side; the smallest result that has room is taken. So large
    intermediates cost nothing where large results come late, as gradients of
    weights do. Results of one dimension, whose address may have any alignment,
    hold none, and buffers of packed elements stay in the workspace.

    A buffer lives from its first to its last use, by itself or by what is made
    of it (views, tensor maps, results of loops); a use in a region is one of the
    operation around it. Buffers that escape live to the end of the function.
    Large buffers come first, and each next one takes the free allocation that
    fits best. Sizes that only the caller knows are compared at run time; of
    several multiples of the same size the largest is taken here.

    Before:
    ```mlir
    func.func @f(%y: memref<64x512xbf16> {bufferize.result}) {
      %a = memref.alloc() : memref<64x512xf8E4M3FN>
      gpu.launch_func ... args(%a : ...)
      gpu.launch_func ... args(%a : ..., %b : ...)
      gpu.launch_func ... args(%b : ..., %y : ...)
    ```
    After:
    ```mlir
    func.func @f(%y: memref<64x512xbf16> {bufferize.result}) {
      %bytes = builtin.unrealized_conversion_cast %y : ... to memref<65536xi8>
      %a = memref.view %bytes[%c0][] : memref<65536xi8> to memref<64x512xf8E4M3FN>
    ```

    Allocations inside of regions stay as they are, and so do those in functions
    of several blocks, and of elements that are not whole bytes. Kernels that
    start before their predecessor has ended must wait before they read or write
    memory.

    Before:
    ```mlir
    %a = memref.alloc(%n) : memref<?x512xbf16>
    %b = memref.alloc(%n) : memref<?x512xf32>
    %c = memref.alloc(%n) : memref<?x256xf32>
    gpu.launch_func ... args(%a : ..., %b : ...)
    gpu.launch_func ... args(%b : ..., %c : ...)
    ```
    After:
    ```mlir
    %bytes = arith.muli %n, %c1024 : index
    %slot = memref.alloc(%bytes) : memref<?xi8>
    %a = memref.view %slot[%c0][%n] : memref<?xi8> to memref<?x512xbf16>
    %b = memref.alloc(%n) : memref<?x512xf32>
    gpu.launch_func ... args(%a : ..., %b : ...)
    %c = memref.view %slot[%c0][%n] : memref<?xi8> to memref<?x256xf32>
    gpu.launch_func ... args(%b : ..., %c : ...)
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def ReuseBuffersPass : Pass<"lowp-reuse-buffers", "::mlir::func::FuncOp"> {
  let summary = "let results lie over operands that nobody reads again";
  let description = [{
    Gives each value a buffer that lives as long as it does, then lets a result
    of a launch and an operand be one buffer where nobody reads the operand
    again, and the launch reads each element of it only for the same one of the
    result. The launch is asked
    (`BufferizableOpInterface::bufferizesToElementwiseAccess`). So a chain of
    such launches takes one buffer, and none where it ends in a result of the
    function (`bufferize.result`), which then holds all of it. Each step is
    described in the file of its name in lib/Conversion/HostLaunch. Steps, in
    their order: `split-buffers`, `reuse-operands`.

    ```mlir
    %a = memref.alloc() : memref<64x512xf32>
    %b = memref.alloc() : memref<1x64x512xf32>
    lowp.gemm ... outs(%a : ...)
    lowp.launch_fusion @fusions::@softmax ins(%a : ...) outs(%b : ...)
    // becomes
    %a = memref.alloc() : memref<64x512xf32>
    %b = memref.expand_shape %a ...
    lowp.gemm ... outs(%a : ...)
    lowp.launch_fusion @fusions::@softmax ins(%a : ...) outs(%b : ...)
    ```
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def MangleNamesPass : Pass<"lowp-mangle-names", "::mlir::ModuleOp"> {
  let summary = "give functions names that no other code has, or undo that";
  let description = [{
    Host code calls functions of libc, libm and the runtime by their names, and
    LLVM makes such calls, too. A function of the program that is called `expf`
    or `memcpy` would be called instead. Functions and constants of the program
    get a prefix with a dot, which no name of C has. With `undo` they get their
    names back, where others are to find functions by their names: a public
    function that is called like a function which the code calls is refused, a
    private one keeps its mangled name.

    ```mlir
    func.func @expf(%x: memref<4xf32>)
    // becomes
    func.func @lowp.expf(%x: memref<4xf32>)
    ```
  }];
  let options = [
    Option<"undo", "undo", "bool", /*default=*/"false",
           "Give functions their names back">
  ];
}

def HostLaunchPass : Pass<"lowp-host-launch", "::mlir::ModuleOp"> {
  let summary = "lower host functions to calls of the lowp runtime";
  let description = [{
    Turns each host function into one that C can call, with the interface of
    lowp_runtime.h: `void name(LowpCall *, ...)`, where a buffer is a pointer to
    its LowpTensorN and a scalar comes by value. Runs after serialization and
    after results have become arguments.

    - Buffers are checked on entry: static sizes, contiguous rows, address.
    - `memref.alloc` takes a piece of the call's workspace; `memref.dealloc`
      vanishes.
    - `gpu.launch_func` calls lowpLaunchKernel, and `lowp_gpu.launch`
      lowpLaunchPersistentKernel, with as many clusters as there are tiles and
      multiprocessors for; the runtime launches no more than run at once.
    - `lowp_gpu.encode_tensor_map` calls lowpEncodeTensorMap.
    - `cf.assert` records its message with lowpFail; `return-on-failure` ends
      the call there.
    - Each `gpu.binary` becomes constant data and a LowpImage.

    A recorded error makes all later runtime calls do nothing, so the code needs
    no control flow for errors of the runtime. What remains for upstream are arith, cf, func,
    memref (sizes and views) and scf ops.

    Before:
    ```mlir
    func.func @f(%x: memref<?x512xbf16>) {
      gpu.launch_func @f_generic::@f_fill_0 blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%x : memref<?x512xbf16>)
      return
    }
    ```
    After:
    ```mlir
    func.func @f(%call: !llvm.ptr, %x: !llvm.ptr) {
      // checks of %x, then
      llvm.call @lowpLaunchKernel(%call, %image, %kernel, %launch, %params)
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH
