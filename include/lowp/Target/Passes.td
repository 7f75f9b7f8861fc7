//===- Passes.td - From lowered kernels to images ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_TARGET_PASSES
#define LOWP_TARGET_PASSES

include "mlir/Pass/PassBase.td"

def DivideKernelsPass : Pass<"lowp-divide-kernels", "::mlir::ModuleOp"> {
  let summary = "give each kernel a gpu.module, or all one";
  let description = [{
    One gpu.module becomes one image, and `lowp-serialize` makes images side by
    side. References to kernels follow.

    ```mlir
    gpu.module @kernels {
      llvm.func @up() attributes {nvvm.kernel} ...
      llvm.func @down() attributes {nvvm.kernel} ...
    }
    lowp_gpu.launch @kernels::@down ...
    // becomes, and with `one-image` comes from
    gpu.module @kernels { llvm.func @up() attributes {nvvm.kernel} ... }
    gpu.module @down { llvm.func @down() attributes {nvvm.kernel} ... }
    lowp_gpu.launch @down::@down ...
    ```
  }];
  let options = [
    Option<"oneImage", "one-image", "bool", /*default=*/"false",
           "Gather the kernels of all gpu.modules in the first one">
  ];
}

def SerializePass : Pass<"lowp-serialize", "::mlir::ModuleOp"> {
  let summary = "compile lowered gpu.modules to PTX or machine code";
  let description = [{
    Each gpu.module with kernels (`llvm.func` with `nvvm.kernel`, already
    lowered to the llvm and nvvm dialects) becomes a `gpu.binary`: LLVM writes
    PTX, and unless `format=isa` ptxas assembles it. Modules are compiled side
    by side, and modules of one kernel whose PTX is equal but for its name are
    assembled once; the result does not depend on how many processors there
    are. ptxas is looked for in
    this order: option `ptxas`, environment variable LOWP_PTXAS (empty: use
    none), what CMake found, PATH.

    The chip is option `chip`, else the module's attribute `lowp_gpu.chip`.

    What ptxas has to say about speed (register spills, serialized wgmma,
    ignored setmaxnreg) becomes a remark at the kernel, with `strict` an error.
    Kernels that spill are assembled again, with all registers of a
    multiprocessor for a CTA. Kernels with the attribute
    `lowp_gpu.gemms` can have another config: there it is a remark, with `strict`
    or without, the kernel gets `lowp_gpu.spilled`, and no image is made.

    The kernel table of the binary has, per kernel, what a launch needs and
    what ptxas measured (the latter only with machine code).

    ```mlir
    gpu.module @w1 {
      llvm.func @w1(...) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 384>,
                                     lowp_gpu.shared_bytes = 230000 : i32} ...
    }
    // becomes
    gpu.binary @w1 [#gpu.object<#nvvm.target<chip = "sm_90a", ...>,
      kernels = #gpu.kernel_table<[#gpu.kernel_metadata<"w1", !llvm.func<...>,
        metadata = {block = array<i32: 384, 1, 1>, registers = 168 : i32,
                    shared_bytes = 230000 : i32, ...}>]>,
      bin = "...">]
    ```
  }];
  let dependentDialects = ["::mlir::lowp_gpu::LowpGPUDialect"];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"\"",
           "Chip to compile for, e.g. sm_90a; overrides the module's attribute">,
    Option<"ptxVersion", "ptx-version", "unsigned", /*default=*/"0",
           "PTX version, e.g. 88; 0 is the chip's default">,
    Option<"format", "format", "::mlir::lowp::ImageFormat",
           /*default=*/"::mlir::lowp::ImageFormat::Auto",
           "What the images hold", [{::llvm::cl::values(
             clEnumValN(::mlir::lowp::ImageFormat::PTX, "isa", "PTX"),
             clEnumValN(::mlir::lowp::ImageFormat::Cubin, "bin",
                        "machine code, made by ptxas"),
             clEnumValN(::mlir::lowp::ImageFormat::Auto, "auto",
                        "machine code if there is a ptxas, else PTX"))}]>,
    Option<"strict", "strict", "bool", /*default=*/"true",
           "Performance notes of ptxas on kernels of lowp are errors">,
    Option<"ptxas", "ptxas", "std::string", /*default=*/"\"\"",
           "Path of ptxas">
  ];
}

#endif // LOWP_TARGET_PASSES
