//===- Passes.td - Where and how operands are stored -------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LAYOUT_PASSES
#define LOWP_LAYOUT_PASSES

include "mlir/Pass/PassBase.td"

def LegalizeFormatsPass : Pass<"lowp-legalize-formats", "::mlir::ModuleOp"> {
  let summary = "give scaled operands the blocks and formats that a chip multiplies";
  let description = [{
    Repeats scales for blocks that matrix instructions take, and has formats
    that a chip lacks multiplied as wider ones. Each step is described in the
    file of its name in lib/Layout. Steps, in their order: `refine-scales`,
    `emulate-formats`.
  }];
  let options = [
    ListOption<"only", "only", "std::string", "Steps to run alone">
  ];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::lowp_gpu::LowpGPUDialect"
  ];
}

def PropagateLayoutsPass : Pass<"lowp-propagate-layouts", "::mlir::ModuleOp"> {
  let summary = "store scaled values as kernels read them";
  let description = [{
    Asks the target of the module's chip in which data order, data layout and
    scale layout its kernels read the operands of a `lowp.scaled_matmul`, and
    each operation on scaled values what it reads and can write
    (`LayoutPropagationOpInterface`). Values that are connected by transposes,
    loops, branches and selects are stored alike: as what copies the least
    bytes, where a loop counts as often as it runs. What remains to be copied is
    a `lowp.relayout` behind the value, outside of loops that only read it, and
    a remark that tells the reason and the bytes. Arguments and results of
    functions keep their types, and so do operands of operations without the
    interface. On a chip without kernels for matmuls nothing changes.

    Example:
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    %y = lowp.scaled_matmul %q, %w : ...
    ```
    becomes
    ```mlir
    %q = lowp.quantize %x numerics <torchao>
       : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>,
                                            scales = #lowp.mn_major>
    %y = lowp.scaled_matmul %q, %w : ...
    ```
  }];
  let dependentDialects = [
    "::mlir::lowp::LowpDialect", "::mlir::lowp_gpu::LowpGPUDialect"
  ];
}

def AlignRowsPass : Pass<"lowp-align-rows", "::mlir::ModuleOp"> {
  let summary = "begin rows of what gemms read and write where TMA can";
  let description = [{
    TMA copies matrices whose rows begin at multiples of 16 bytes. Where rows of
    an operand or of the result of a `lowp.gemm` without scales are shorter or
    longer than a multiple of that, or of unknown size, they get gaps between
    them: the empty tensor that the operand or the result is computed in becomes
    a `lowp.aligned_empty`. Operations that read it take rows with gaps. What is
    not computed in an empty tensor, such as an argument of the function, is
    copied into rows with gaps, and what others need without gaps into rows
    without; the remark `copied-rows` tells the bytes. So are data of a gemm
    with scales, but for those of the caller whose K is unknown: there the call
    must have whole rows. A result that leaves the
    function and that no gemm reads keeps its rows without gaps: kernels store
    such rows without TMA, where their places are known (`canStoreRows`).

    Numbers of groups that are a slice are copied as well: kernels read them from
    the begin of a buffer.

    It runs last before bufferization, after fusions and epilogues have taken
    the operations that compute the operands.

    Example:
    ```mlir
    %e = tensor.empty() : tensor<64x9xbf16>
    %y = lowp.gemm lhs(%x : tensor<64x64xbf16>) rhs(%w : tensor<9x64xbf16>)
                   outs(%e : tensor<64x9xbf16>) ... -> tensor<64x9xbf16>
    %z = linalg.exp ins(%y : tensor<64x9xbf16>) ...
    ```
    becomes
    ```mlir
    %e = lowp.aligned_empty() : tensor<64x9xbf16>
    %y = lowp.gemm lhs(%x : tensor<64x64xbf16>) rhs(%w : tensor<9x64xbf16>)
                   outs(%e : tensor<64x9xbf16>) ... -> tensor<64x9xbf16>
    %z = linalg.exp ins(%y : tensor<64x9xbf16>) ...
    ```
  }];
  let dependentDialects = [
    "::mlir::bufferization::BufferizationDialect", "::mlir::lowp::LowpDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // LOWP_LAYOUT_PASSES
