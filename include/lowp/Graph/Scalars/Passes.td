//===- Passes.td - What bodies compute of positions --------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_SCALARS_PASSES
#define LOWP_GRAPH_SCALARS_PASSES

include "mlir/Pass/PassBase.td"

def SimplifyScalarsPass : Pass<"lowp-simplify-scalars"> {
  let summary = "compute numbers and elements in the bodies that read them";
  let description = [{
    Positions, offsets and numbers that a program keeps in tensors are computed,
    or read, where they are used, so that the host reads no memory of a device.
    Each step is described in the file of its name in lib/Graph/Scalars. Steps,
    in their order: `read-offsets`, `fold-positions`, `simplify-generics`,
    `lift-reads`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::lowp::LowpDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_GRAPH_SCALARS_PASSES
