//===- Passes.td - Ops of one iteration space become one ---*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_FUSION_PASSES
#define LOWP_FUSION_PASSES

include "mlir/Pass/PassBase.td"

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

def FormFusionsPass : Pass<"lowp-form-fusions"> {
  let summary = "put memory-bound ops that share an iteration space into one op";
  let description = [{
    A `lowp.fusion` takes a quantize, the elementwise ops and the reductions
    along rows that it reads, and other quantizes of the same value; or a chain
    of elementwise ops and reductions without a quantize. A quantize with given
    scales takes the `lowp.compute_scale` that gives them, and a `lowp.amax` what
    it reads: the two phases of a quantize whose blocks no CTA holds. Sums in f32
    over parts of the rows of a matrix that is quantized down its columns, as
    lowp-split-reductions leaves those of the gradient of a bias, are outputs
    of the quantize, whose tiles have the rows. Ops are known by their structure
    (IterationSpace.h, PartialSum.h), not by their names. A value that others read too
    is one more output.

    An op stays alone where it reads at computed positions, where a reduction
    does not run along contiguous elements or its rows have more than `max-row`
    elements, where a block of several rows follows a reduction along rows, and
    where something between two ops would have to run both before and after the
    fusion.

    Before:
    ```mlir
    %s = linalg.add ins(%x, %r : ...) outs(%e : tensor<?x7168xbf16>)
    %q = lowp.quantize %s numerics <torchao> : ...
    ```
    After:
    ```mlir
    %d, %s = lowp.fusion ins(%x, %r : ...) outs(...) {
    ^bb0(%a: tensor<?x7168xbf16>, %b: tensor<?x7168xbf16>):
      %sum = linalg.add ins(%a, %b : ...) outs(...)
      %q = lowp.quantize %sum numerics <torchao> : ...
      %data, %scales = lowp.split_scaled %q : ...
      lowp.fusion_yield %data, %scales : ...
    } -> ...
    ```
  }];
  let options = [
    Option<"maxRow", "max-row", "int64_t", /*default=*/"32768",
           "Elements of a row that the threads of a CTA can hold">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::lowp::LowpDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def RecomputeResultsPass : Pass<"lowp-recompute-results"> {
  let summary = "compute results of fusions again where they are read";
  let description = [{
    A result of a `lowp.fusion` that other fusions read is written once and read
    by each of them. Where elementwise ops make it of inputs with fewer bytes, or
    of those and of numbers per row, the readers take these ops and inputs, and
    what nobody reads any more is not written: the probabilities of a softmax
    come from 16-bit scores, the largest score and the sum of each row.

    A reader is edited if its iteration space stays what it was. Bytes decide; a
    division or a function of `math` counts as the bytes that a copy moves
    meanwhile. Sizes that are dynamic count as 1024 elements. What may be written
    in place, a buffer or the destination of another op, is not read later than
    it was.

    Before:
    ```mlir
    %w, %s = lowp.fusion ins(%x : tensor<8x4096xbf16>) outs(...) {
      // %w0 = extf %x, %s0 = sum of the squares of %w0
      lowp.fusion_yield %w0, %s0 : tensor<8x4096xf32>, tensor<8xf32>
    }
    %y = lowp.fusion ins(%w, %s : ...)
    ```
    After:
    ```mlir
    %s = lowp.fusion ins(%x : tensor<8x4096xbf16>) outs(...) {
      lowp.fusion_yield %s0 : tensor<8xf32>
    }
    %y = lowp.fusion ins(%x, %s : ...) // begins with extf %x
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def MergeFusionsPass : Pass<"lowp-merge-fusions"> {
  let summary = "make fusions that read the same tiles or rows one";
  let description = [{
    Fusions of one iteration space that quantize along rows and columns, and read
    a matrix in common or what the other one writes, become one `lowp.fusion`.
    `lowp.stages` says how many of its results belong to each: the kernel makes
    the results of one stage after the other for each tile, so that a stage has
    registers as if it were alone, and finds what an earlier one read in the
    cache. There are at most four stages. What only a later stage reads of an
    earlier one is no result any more. Fusions that reduce rows and quantize
    nothing become one without stages, of at most three tensors of rows: sums of
    one row are computed at once. Nothing but reshapes and empty tensors moves.

    Before:
    ```mlir
    %0:4 = lowp.fusion ins(%gate, %dh : ...)       // the gradient of the product
    %1:4 = lowp.fusion ins(%gate, %up, %dh : ...)  // the gradient of the gate
    ```
    After:
    ```mlir
    %0:8 = lowp.fusion ins(%gate, %dh, %up : ...) {...}
      {lowp.stages = array<i64: 4, 4>}
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def OutlineFusionsPass : Pass<"lowp-outline-fusions", "::mlir::ModuleOp"> {
  let summary = "move the region of each fusion into a function";
  let description = [{
    The functions are in a nested module, `@fusions`: passes on tensors and
    bufferization leave it alone, because it is lowered as values, without
    buffers of its own.

    Before:
    ```mlir
    %y = lowp.fusion ins(%x : ...) outs(%e : ...) { ... } -> ...
    ```
    After:
    ```mlir
    %y = lowp.launch_fusion @fusions::@main_0 ins(%x : ...) outs(%e : ...) -> ...
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::lowp::LowpDialect"];
}

def InlineFusionsPass : Pass<"lowp-inline-fusions"> {
  let summary = "replace each fusion by the ops of its region";
  let description = [{
    For targets without kernels: a fusion is transparent, outlined or not.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def VerifyFusionsPass : Pass<"lowp-verify-fusions"> {
  let summary = "hold fusions to the types and maps of their ops";
  let description = [{
    Each `lowp.fusion`, and each `lowp.launch_fusion` with its function, has one
    iteration space. This pass compares it with the ops by their types and maps
    alone, whoever formed the fusion: values have the sizes of their places, the
    parts of a concat together those of the whole, a loop runs over one dimension,
    and matrices with blocks lie along the rows and columns. Operations of linalg
    on buffers are verified, too. A mistake is an error on the op; nothing
    changes.
  }];
}

#endif // LOWP_FUSION_PASSES
