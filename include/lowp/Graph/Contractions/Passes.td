//===- Passes.td - Matmuls and what is one -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_CONTRACTIONS_PASSES
#define LOWP_GRAPH_CONTRACTIONS_PASSES

include "mlir/Pass/PassBase.td"

def NormalizeContractionsPass : Pass<"lowp-normalize-contractions"> {
  let summary = "turn sums of products, however a front end writes them, into linalg.matmul";
  let description = [{
    A sum of products of two tensors becomes one matmul of what the program
    stores: convolutions of patches, rows that are copied together, transposed
    results, batches of one and repeated operands go away, constant factors move
    behind. Each step is described in the file of its name in
    lib/Graph/Contractions. Steps, in their order: `unfold-convolutions`,
    `extract-factors`, `divide-contractions`, `turn-results`, `drop-batches`,
    `name-matmuls`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def LegalizeContractionsPass
    : Pass<"lowp-legalize-contractions", "::mlir::ModuleOp"> {
  let summary = "write sums of products in the precision in which they are computed";
  let description = [{
    Rounds operands of f32 as option `f32-matmuls` says, makes sums of narrow
    floats sums in f32, and splits f32 operands beside bf16. Each step is
    described in the file of its name in lib/Graph/Contractions. Steps, in their
    order: `round-matmuls`, `widen-sums`, `split-matmuls`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">,
    Option<"f32Matmuls", "f32-matmuls", "::mlir::lowp::F32Matmuls",
           /*default=*/"::mlir::lowp::F32Matmuls::Exact",
           "What operands of f32 are rounded to",
           [{::llvm::cl::values(
               clEnumValN(::mlir::lowp::F32Matmuls::Exact, "exact", "nothing"),
               clEnumValN(::mlir::lowp::F32Matmuls::TF32, "tf32",
                          "tf32, in the body of the matmul"),
               clEnumValN(::mlir::lowp::F32Matmuls::BF16, "bf16",
                          "bf16, or f16 beside f16"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_GRAPH_CONTRACTIONS_PASSES
