//===- HostLaunch.td - Host code that launches kernels -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH
#define LOWP_CONVERSION_HOSTLAUNCH_HOSTLAUNCH

include "mlir/Pass/PassBase.td"

def CheckShapesPass : Pass<"lowp-check-shapes", "::mlir::func::FuncOp"> {
  let summary = "assert what operations demand of sizes";
  let description = [{
    linalg leaves it undefined what happens when a dynamic size differs between
    operands that share a loop; so do operations on elements, slices,
    concatenations, reshapes and scaled values. A caller can make that happen, so
    functions that callers enter check it. `tensor.cast`, `tensor.extract` and the
    like are checked as upstream does (`RuntimeVerifiableOpInterface`). An
    operation in the body of a linalg operation or of `tensor.generate` is only
    checked on request: it may become part of a kernel.

    Before:
    ```mlir
    linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%z : ...)
    ```
    After:
    ```mlir
    %n = tensor.dim %x, %c0
    %m = tensor.dim %y, %c0
    %same = arith.cmpi eq, %n, %m : index
    cf.assert %same, "linalg.add: expected dimension 0 of operand 1 ..."
    linalg.add ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%z : ...)
    ```
  }];
  let options = [
    Option<"checkBodies", "check-bodies", "bool", /*default=*/"false",
           "Check operations that compute single elements, too">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def CheckAllocationsPass
    : Pass<"lowp-check-allocations", "::mlir::func::FuncOp"> {
  let summary = "assert that sizes of allocations do not wrap around";
  let description = [{
    The number of bytes of an allocation is a product of sizes, some of which
    the caller chooses. Each is asserted to be 0 or more, and all of them to give
    at most 2^48 elements. The product is computed in f64, which does not wrap
    around.

    Before:
    ```mlir
    %x = memref.alloc(%n, %m) : memref<?x?xf32>
    ```
    After:
    ```mlir
    cf.assert %n_is_not_negative, "an intermediate tensor: expected sizes of 0 or more, ..."
    cf.assert %m_is_not_negative, "..."
    cf.assert %is_small, "an intermediate tensor: expected at most 2^48 elements, ..."
    %x = memref.alloc(%n, %m) : memref<?x?xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"
  ];
}

def HoistChecksPass : Pass<"lowp-hoist-checks", "::mlir::func::FuncOp"> {
  let summary = "check what arguments tell before anything runs";
  let description = [{
    A `cf.assert` whose condition follows from arguments and their sizes, by
    operations that may run at any time, moves to the start of its function: the
    call then fails before it has written anything. The order of checks stays.

    Before:
    ```mlir
    gpu.launch_func ...
    %n = memref.dim %x, %c0
    %ok = arith.cmpi ule, %n, %most
    cf.assert %ok, "..."
    ```
    After:
    ```mlir
    %n = memref.dim %x, %c0
    %ok = arith.cmpi ule, %n, %most
    cf.assert %ok, "..."
    gpu.launch_func ...
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ReturnOnFailurePass
    : Pass<"lowp-return-on-failure", "::mlir::func::FuncOp"> {
  let summary = "return after a failed check";
  let description = [{
    Arithmetic after a failed check computes with sizes that cannot be: it may
    divide by zero. A block that calls `lowpFail` ends with a return. So does an
    `scf.if` of the function's body that does nothing else, which becomes a
    branch. Runs where results have become arguments, before control flow becomes
    branches and behind that.

    Before:
    ```mlir
    ^fails:
      llvm.call @lowpFail(%call, %status, %message)
      cf.br ^goes_on
    ```
    After:
    ```mlir
    ^fails:
      llvm.call @lowpFail(%call, %status, %message)
      return
    ```
  }];
}

def PlanWorkspacePass : Pass<"lowp-plan-workspace", "::mlir::func::FuncOp"> {
  let summary = "share memory among buffers of a function by lifetime";
  let description = [{
    Work is done in the order of the stream, so two buffers may share memory
    where the last use of one comes before the first use of the other. Such
    buffers become views of one allocation, as large as the largest of them.

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

def MangleNamesPass : Pass<"lowp-mangle-names", "::mlir::ModuleOp"> {
  let summary = "give functions names that no other code has";
  let description = [{
    Host code calls functions of libc, libm and the runtime by their names, and
    LLVM makes such calls, too. A function of the program that is called `expf`
    or `memcpy` would be called instead. Functions and constants of the program
    get a prefix with a dot, which no name of C has; `lowp-restore-names` takes
    it away.

    Before:
    ```mlir
    func.func @expf(%x: memref<4xf32>) {
      math.exp ...
    }
    ```
    After:
    ```mlir
    func.func @lowp.expf(%x: memref<4xf32>) {
      math.exp ...
    }
    ```
  }];
}

def RestoreNamesPass : Pass<"lowp-restore-names", "::mlir::ModuleOp"> {
  let summary = "give functions their names back";
  let description = [{
    Undoes `lowp-mangle-names` where others are to find functions by their
    names. A public function that is called like a function which the code
    calls is refused; a private one keeps its mangled name.
  }];
}

def DropSignatureAttributesPass
    : Pass<"lowp-drop-signature-attributes", "::mlir::func::FuncOp"> {
  let summary = "drop attributes of arguments and results";
  let description = [{
    Attributes of arguments and results say something of tensors (`lowp.seed`, an
    alignment), and passes before this one have read them. They do not hold of the
    pointers and sizes that a tensor becomes in LLVM, whose translation warns of
    those it does not know. Runs before functions become those of LLVM.

    Before:
    ```mlir
    func.func @f(%x: memref<512xbf16> {llvm.align = 64 : i64}, %seed: i64 {lowp.seed}) {
    ```
    After:
    ```mlir
    func.func @f(%x: memref<512xbf16>, %seed: i64) {
    ```
  }];
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
    - `cf.assert` records its message with lowpFail; `lowp-return-on-failure` ends
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
