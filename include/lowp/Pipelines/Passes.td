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
  let dependentDialects = ["::mlir::lowp_gpu::LowpGPUDialect"];
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

def VerifyLevelPass : Pass<"lowp-verify-level", "::mlir::ModuleOp"> {
  let summary = "verify the module where a level of a pipeline ends";
  let description = [{
    Fails where the module is not valid, by upstream's verifiers, and says which
    level of the pipeline made it so: a bug of lowp. Programs are compiled without
    a verification after each pass, which takes a fifth of the time; lowp-opt has
    one.

    Three levels promise more, and what breaks that is an error on the operation:
    a `program` has only what later passes lower (`allow-kernels`: operations of
    `lowp_gpu` and `gpu`, too), fusions of `launches` have one iteration space,
    and host code of `kernels` leaves device memory alone.
  }];
  let options = [
    Option<"level", "level", "std::string", /*default=*/"\"\"",
           "What the level made, e.g. launches">,
    Option<"allowKernels", "allow-kernels", "bool", /*default=*/"false",
           "The program is for a GPU and may hold kernels">
  ];
}

#endif // LOWP_PIPELINES_PASSES
