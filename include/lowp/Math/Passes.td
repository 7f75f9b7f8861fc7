//===- Passes.td - Functions that targets lack -------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_MATH_PASSES
#define LOWP_MATH_PASSES

include "mlir/Pass/PassBase.td"

def LegalizeMathPass : Pass<"lowp-legalize-math"> {
  let summary = "write functions of math as targets compute them";
  let description = [{
    Functions that a kernel or the host would take from a library become
    arithmetic, instructions of the chip or calls of libm. A pipeline names the
    steps that its level needs. Each step is described in the file of its name
    in lib/Math. Steps, in their order: `allow-approximations`,
    `prepare-generic-kernels`, `call-libm`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // LOWP_MATH_PASSES
