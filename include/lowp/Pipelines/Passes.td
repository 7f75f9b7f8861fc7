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
    an error here, before any work is done. The option `part` sets
    `lowp_gpu.part`, which must be a part with that chip; `part-file` sets it to
    what a file says of a part, for later passes to read there. The option
    `batch-invariant` sets the unit attribute `lowp_gpu.batch_invariant`: the
    bits of a row do not depend on the number of rows.

    ```mlir
    module { ... }
    // becomes
    module attributes {lowp_gpu.chip = "sm_90a"} { ... }
    ```
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"\"",
           "Chip to compile for, e.g. sm_90a; overrides the module's attribute">,
    Option<"part", "part", "std::string", /*default=*/"\"\"",
           "Part that cost models think of, e.g. h100; overrides the module's "
           "attribute">,
    Option<"partFile", "part-file", "std::string", /*default=*/"\"\"",
           "File that describes the part; overrides the module's attribute">,
    Option<"batchInvariant", "batch-invariant", "bool", /*default=*/"false",
           "The bits of a row do not depend on the number of rows">
  ];
}

def CompileKernelsPass : Pass<"lowp-compile-kernels", "::mlir::ModuleOp"> {
  let summary = "turn launches on buffers into images, with configs that fit";
  let description = [{
    Runs the passes from `lowp-select-kernel-config` to `lowp-serialize`, which
    turn gemms, fusions and linalg on buffers into an image and its launches.
    How many registers a kernel needs is only known when it is assembled: where
    a kernel whose config the cost model chose spills, or loses its speed for
    want of registers, the module becomes what it was before, its gemms get the
    config as `lowp_gpu.dropped_configs`, and the passes run again. They choose
    the next best configs then, as often as there are some. A config of the
    user's own is not dropped.

    The options are those of `lowp-to-nvvm`.

    ```mlir
    lowp.gemm lhs(%x : ...) rhs(%w : ...) outs(%y : ...) ...
    // becomes
    lowp_gpu.launch @lowp_gemms::@gemm_0 ...
    // beside
    gpu.binary @lowp_gemms [...]
    ```
  }];
}

def PlanRecipesPass : Pass<"lowp-plan-recipes", "::mlir::ModuleOp"> {
  let summary = "plan a program with the recipes of auto, and without them";
  let description = [{
    Lowers two copies of the module as far as their launches, one with the
    recipes that `lowp-select-recipes` would choose by `recipe=auto` and one
    without, and adds up what the launches of each function are predicted to
    take. Each function gets both as `lowp_gpu.planned`, which
    `lowp-select-recipes` reads: prices of single matmuls do not know which
    fusions there will be, the plan does, since the code that forms them made it.

    Where matmuls would get several recipes, one more copy is lowered for each,
    with it as the only one that `auto` may choose. If launches take less with
    one of them, the module gets it as `lowp_gpu.planned_recipe`, functions get
    its plan, and the remark `one-recipe` tells: what two matmuls read is then
    quantized once, in both orders, which prices of single matmuls do not see.

    The copies are in a context of their own, so that their remarks and errors
    are nobody's. Where one of them cannot be lowered, the remark `no-plan` says
    why, and prices alone decide. A function is left alone in which sizes are
    known only at run time, or launches that no model speaks of differ. Without
    a chip that has matmul kernels the pass does nothing.

    ```mlir
    func.func @layer(...)
    // becomes
    func.func @layer(...) attributes {lowp_gpu.planned = array<f64: 512.0, 731.5>}
    ```
  }];
}

def AllowApproximationsPass
    : Pass<"lowp-allow-approximations", "::mlir::ModuleOp"> {
  let summary = "kernels may approximate a program's functions and divisions";
  let description = [{
    Marks functions that the chip has an approximation of with `afn`, and
    divisions with `arcp` and `afn`, beside the flags that they have. These are
    erf, exp, exp2, log, log2, log10, tanh, sqrt and rsqrt. Only operations that
    kernels will compute are marked: those on tensors, and those in the bodies
    of operations on tensors. `linalg.softmax` is taken apart before, because
    its functions are in its parts (`lowp-decompose-softmax`).
    `lowp-prepare-generic-kernels` obeys the flags.

    Runs before quantizes are expanded, so that their arithmetic has no flags.

    ```mlir
    %0 = math.exp %x : tensor<4xf32>
    %1 = arith.divf %0, %y : tensor<4xf32>
    // becomes
    %0 = math.exp %x fastmath<afn> : tensor<4xf32>
    %1 = arith.divf %0, %y fastmath<arcp,afn> : tensor<4xf32>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
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

def ReportTrafficPass : Pass<"lowp-report-traffic", "::mlir::ModuleOp"> {
  let summary = "tell which launches move how many bytes";
  let description = [{
    Counts, for each operation on buffers that will be a launch, the bytes that
    it reads and writes: each buffer once, by its type and the operation's memory
    effects. Of a buffer in which elements are looked up, it counts one element
    for each that the operation computes, and never more than the whole. Sizes
    that only the caller knows stay names: `argument0.1` is dimension 1 of the
    first argument, results come after the arguments. A size of unknown origin
    is "?", and so is each sum with it.

    The ideal of a function reads once what launches read of its arguments and
    constants, and writes its results once. The workspace is what buffers in
    between take when they share memory as `lowp-plan-workspace` lets them, and
    when they do not.

    Runs after bufferization, before anything becomes a kernel, and changes
    nothing. Remarks tell of each launch and each function; `traffic-file` gets a
    table, or JSON if its name ends in .json. Without remarks and file the pass
    does nothing.

    ```mlir
    func.func @f(%x: memref<256x512xbf16>, %d: memref<256x512xf8E4M3FN>, ...) {
      lowp.launch_fusion @fusions::@f_0 ins(%x : memref<256x512xbf16>)
          outs(%d, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>)
    ```
    is reported as
    ```
    launch  kind    times  bytes read  bytes written  name  location
    0       fusion  1      262144      135168         f_0   x.mlir:2:3
    ```
  }];
  let options = [
    Option<"trafficFile", "traffic-file", "std::string", /*default=*/"\"\"",
           "File to write the report to; - is standard output">
  ];
}

def AlternateOrderPass : Pass<"lowp-alternate-order", "::mlir::ModuleOp"> {
  let summary = "launches begin with what those before them touched last";
  let description = [{
    A launch walks through its buffers from the first tile to the last, and
    leaves in the cache the end of what is larger than the cache. A gemm or a
    fusion that finds more bytes there by walking from the last tile to the first
    gets `lowp_gpu.descending`. Whether it does follows from the bytes that
    launches have touched since; at least a quarter of the cache must be found.
    The right-hand side of a gemm does not count, because each row of tiles reads
    it whole, unless each matrix of a batch has its own.

    Runs after bufferization, before anything becomes a kernel. Sizes that only
    the caller knows have no say. Without a chip whose cache is known the pass
    does nothing.

    ```mlir
    lowp.launch_fusion @fusions::@f_0 ins(%x : ...) outs(%y : memref<16384x7168xbf16>)
    lowp.launch_fusion @fusions::@f_1 ins(%y : memref<16384x7168xbf16>) outs(...)
    // becomes
    lowp.launch_fusion @fusions::@f_0 ins(%x : ...) outs(%y : memref<16384x7168xbf16>)
    lowp.launch_fusion @fusions::@f_1 ins(%y : memref<16384x7168xbf16>) outs(...) {lowp_gpu.descending}
    ```
  }];
}

def VerifyProgramPass : Pass<"lowp-verify-program", "::mlir::ModuleOp"> {
  let summary = "a program has nothing that no later pass lowers";
  let description = [{
    An operation on tensors that neither bufferization nor a pass before it knows
    is an error here, by its name, and not one of upstream's at the end of the
    pipeline. So are operations on vectors, scaled casts of `arith`, calls of
    functions without a body, and, unless `allow-kernels` is on, operations of
    `lowp_gpu` and `gpu`: nothing turns these into code for the CPU. Operations of
    other dialects are fine if they have `BufferizableOpInterface` or
    `linalg::AggregatedOpInterface`. Changes nothing.

    ```mlir
    %0 = tensor.gather %x[%i] gather_dims([0]) : ...
    // error: expected an operation on tensors that lowp can lower
    ```
  }];
  let options = [
    Option<"allowKernels", "allow-kernels", "bool", /*default=*/"false",
           "The program is for a GPU and may hold kernels">
  ];
}

def WriteArgumentsPass : Pass<"lowp-write-arguments", "::mlir::ModuleOp"> {
  let summary = "arguments that a function updates become buffers";
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
  let summary = "old values of updated arguments outlive the updates";
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
  let summary = "what is stored into an argument is computed there";
  let description = [{
    Where a function stores a tensor into the buffer of an argument at its end,
    the operation that computes the tensor gets the argument as destination, in
    place of an empty tensor, and comes behind all that read the argument before
    the update. Else each update would take workspace and a copy. Runs right
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

def VerifyLevelPass : Pass<"lowp-verify-level", "::mlir::ModuleOp"> {
  let summary = "verify the module where a level of a pipeline ends";
  let description = [{
    Fails where the module is not valid, by upstream's verifiers, and says which
    level of the pipeline made it so: a bug of lowp. Programs are compiled without
    a verification after each pass, which takes a fifth of the time; lowp-opt has
    one.
  }];
  let options = [
    Option<"level", "level", "std::string", /*default=*/"\"\"",
           "What the level made, e.g. launches">
  ];
}

def CallLibmPass : Pass<"lowp-call-libm", "::mlir::ModuleOp"> {
  let summary = "functions whose definition loses digits become calls of libm";
  let description = [{
    Upstream's conversion to LLVM writes `math.log1p` as log(1 + x) and
    `math.expm1` as exp(x) - 1, which have no digit of a small x, and
    `math.fpowi` as a loop of products, each of which is rounded. The pass calls
    libm for the first two, and makes powers of the last one, in f64.

    ```mlir
    %y = math.log1p %x : f32
    // becomes
    %y = call @log1pf(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect"
  ];
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
