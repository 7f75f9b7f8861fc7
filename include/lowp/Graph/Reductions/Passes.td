//===- Passes.td - Sums and other reductions ---------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_REDUCTIONS_PASSES
#define LOWP_GRAPH_REDUCTIONS_PASSES

include "mlir/Pass/PassBase.td"

def SimplifyReductionsPass : Pass<"lowp-simplify-reductions"> {
  let summary = "make reductions and loops what fusions and kernels run well";
  let description = [{
    Unrolls short loops and sums, takes a softmax apart, drops results that
    nobody reads, and gives reductions the loops that kernels run side by side.
    Each step is described in the file of its name in lib/Graph/Reductions.
    Steps, in their order: `decompose-softmax`, `unroll-loops`,
    `reassociate-sums`, `simplify-across-rows`, `cse`, `merge-reductions`,
    `split-reductions`, `unroll-sums`, `erase-unused-results`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_GRAPH_REDUCTIONS_PASSES
