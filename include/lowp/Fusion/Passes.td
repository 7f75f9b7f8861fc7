//===- Passes.td - Ops of one iteration space become one ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_PASSES
#define LOWP_FUSION_PASSES

include "mlir/Pass/PassBase.td"

def FormFusionsPass : Pass<"lowp-form-fusions", "::mlir::ModuleOp"> {
  let summary = "put memory-bound ops that share an iteration space into one function";
  let description = [{
    Groups ops, computes results again where that moves less, makes groups one
    that read the same or are short: edits of a plan, of which `lowp.fusion`s are
    built once.
    Moves the region of each into a function of the module `@fusions`, which a
    `lowp.launch_fusion` calls. Each step is described in the file of its name in
    lib/Fusion. Steps, in their order: `group-operations`, `recompute-results`,
    `merge-fusions`, `cse`, `outline-fusions`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">,
    Option<"maxRow", "max-row", "int64_t", /*default=*/"32768",
           "Elements of a row that the threads of a CTA can hold">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::lowp::LowpDialect", "::mlir::tensor::TensorDialect"
  ];
}

def FormEpiloguesPass : Pass<"lowp-form-epilogues"> {
  let summary = "form the epilogue of a gemm of its elementwise readers";
  let description = [{
    A gemm computes what its only reader does with its result, where that is
    arithmetic on floats without divisions and functions: a bias, a residual, a
    product with another matrix, a ReLU. Several such operations in a row become
    one epilogue. Rounding stays where it was: results are the same, bit for bit.
    The gemm moves to the place of the last of them.

    A value that others read, too, may become a second result: the sums in f32
    beside their rounding, what a ReLU reads beside what it makes. It does where
    the operation behind it would be a kernel of its own that reads the value
    once more. Where a fusion would read the value anyway, or none would write
    what the operation makes, nothing is saved, and remark `no-second-result` says
    so. The gemm then moves behind all that its epilogue reads.

    An operation stays where it is if a fusion takes it and would not write its
    result, if its result is wider than that of the gemm, or if an input is
    computed for it alone, is a slice, or has unknown sizes other than those of
    rows. Remark `no-epilogue` names functions, which cost more than they save.

    On a known chip, with known sizes, operations stay that a kernel of their own is
    predicted to compute sooner than the gemm with another config does, and remark
    `slower-epilogue` says both times.

    Before:
    ```mlir
    %g = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   outs(%init : tensor<?x32xbf16>) ...
    %y = linalg.add ins(%g, %r : ...) outs(...) -> tensor<?x32xbf16>
    ```
    After:
    ```mlir
    %y = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   ins(%r : tensor<?x32xbf16>) outs(%init : tensor<?x32xbf16>)
                   {input_maps = [affine_map<(m, n) -> (m, n)>], ...} epilogue {
    ^bb0(%sum: f32, %a: bf16):
      %p = arith.truncf %sum : f32 to bf16
      %s = arith.addf %p, %a : bf16
      lowp.epilogue_yield %s : bf16
    }
    ```

    Before:
    ```mlir
    %g = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
                   outs(%init : tensor<?x32xbf16>) ...
    %a = linalg.max ins(%g, %zeros : ...) outs(...) -> tensor<?x32xbf16>
    return %g, %a
    ```
    After:
    ```mlir
    %y:2 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%w : tensor<32x64xbf16>)
        outs(%init, %empty : tensor<?x32xbf16>, tensor<?x32xbf16>) ... epilogue {
    ^bb0(%sum: f32):
      %h = arith.truncf %sum : f32 to bf16
      %r = arith.maximumf %h, %zero : bf16
      lowp.epilogue_yield %h, %r : bf16, bf16
    }
    return %y#0, %y#1
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def InlineFusionsPass : Pass<"lowp-inline-fusions"> {
  let summary = "replace each fusion by the ops of its region";
  let description = [{
    For targets without kernels: a fusion is transparent, outlined or not.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif // LOWP_FUSION_PASSES
