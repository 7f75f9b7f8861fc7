//===- Passes.td - Arithmetic that targets lack ------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_ARITH_PASSES
#define LOWP_ARITH_PASSES

include "mlir/Pass/PassBase.td"

def LegalizeArithPass : Pass<"lowp-legalize-arith"> {
  let summary = "write arithmetic on small floats and divisions as targets compute them";
  let description = [{
    Casts, arithmetic and storage of floats that a target lacks become those
    that it has, and integer divisions get a result for each divisor. A pipeline
    names the steps that its level needs. Each step is described in the file of
    its name in lib/Arith. Steps, in their order: `guard-float-casts`,
    `emulate-small-floats`, `expand-float-casts`, `small-floats-to-bytes`,
    `expand-integer-divisions`, `small-floats-to-integers`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">,
    Option<"include16Bit", "include-16-bit", "bool", /*default=*/"false",
           "Emulate arithmetic on f16 and bf16 and expand their casts, too">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // LOWP_ARITH_PASSES
