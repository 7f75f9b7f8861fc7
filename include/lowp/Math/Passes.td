//===- Passes.td - Functions that targets lack -------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_MATH_PASSES
#define LOWP_MATH_PASSES

include "mlir/Pass/PassBase.td"

def PrepareGenericKernelsPass
    : Pass<"lowp-prepare-generic-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "expand what convert-gpu-to-nvvm leaves to libdevice";
  let description = [{
    Transcendental functions become arithmetic (polynomials good to a few units
    in the last place in f32, evaluated in f32 for narrower types), square
    roots and roundings the LLVM intrinsics for which there are instructions,
    block-wide reductions become shuffles. Functions of f32 and less that have
    the flag `afn`, and divisions with `arcp` or `afn`, become approximations of
    the chip (`ex2.approx`, `rcp.approx`, `div.full` and their like). What
    remains would be a call into libdevice, which lowp does not link: an error.

    Vectors of bf16 are widened by integer operations on words of two elements,
    which ptxas would take apart otherwise; sums and products that are rounded
    to bf16 are computed in it.

    Buffers of shared memory are aligned to 16 bytes. Kernels that turn a tile
    of 16 KiB or more there and write several matrices ask for two CTAs per
    multiprocessor (`nvvm.minctasm`), which bounds their registers.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect", "::mlir::scf::SCFDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def AllowApproximationsPass
    : Pass<"lowp-allow-approximations", "::mlir::ModuleOp"> {
  let summary = "allow kernels to approximate a program's functions and divisions";
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

def CallLibmPass : Pass<"lowp-call-libm", "::mlir::ModuleOp"> {
  let summary = "call libm for functions whose definition loses digits";
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

#endif // LOWP_MATH_PASSES
