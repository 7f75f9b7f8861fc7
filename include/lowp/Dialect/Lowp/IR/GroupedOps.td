//===- GroupedOps.td - A product per group -----------------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_GROUPEDOPS
#define LOWP_DIALECT_LOWP_IR_GROUPEDOPS

include "lowp/Dialect/Lowp/IR/LowpOpBase.td"
include "lowp/Interfaces/LayoutPropagationInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Lowp_GroupedOp<string mnemonic, Type operandType, list<Trait> traits = []>
    : Lowp_Op<mnemonic, !listconcat(traits, [Pure, AttrSizedOperandSegments,
        DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                  ["reifyResultShapes"]>])> {
  let arguments = (ins
    operandType:$lhs,
    operandType:$rhs,
    Optional<Lowp_GroupNumbers>:$offsets,
    Optional<Lowp_GroupNumbers>:$counts,
    Optional<Lowp_HighPrecisionBatch>:$accumulator);
  let results = (outs Lowp_HighPrecisionBatch:$result);
  let hasVerifier = 1;
}

def Lowp_GroupedMatmulOp
    : Lowp_GroupedOp<"grouped_matmul", Lowp_HighPrecisionBatch> {
  let summary = "one matmul per group, lhs . rhs^T, in high precision";
  let description = [{
    The ranks of the operands say what is grouped:

    | lhs | rhs | result | groups |
    |---|---|---|---|
    | M x K | G x N x K | M x N | rows of lhs, ending at `offsets` |
    | M x K | N x K | G x M x N | of K, ending at `offsets` |
    | G x M x K | G x N x K | G x M x N | one each; `counts` rows count |

    Group g reaches from `offsets[g - 1]`, or 0, to `offsets[g]`. Rows of the
    result that are in no group, and those from `counts[g]` on, are undefined.
    The products are added to the `accumulator`, if there is one.

    Example:
    ```mlir
    %y = lowp.grouped_matmul %x, %w offsets(%ends : tensor<8xi32>)
       : tensor<?x7168xbf16>, tensor<8x4096x7168xbf16> -> tensor<?x4096xbf16>
    ```
  }];
  let assemblyFormat = [{
    $lhs `,` $rhs (`offsets` `(` $offsets^ `:` type($offsets) `)`)?
    (`counts` `(` $counts^ `:` type($counts) `)`)?
    (`accumulate` `(` $accumulator^ `:` type($accumulator) `)`)? attr-dict `:`
    type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Lowp_GroupedScaledMatmulOp
    : Lowp_GroupedOp<"grouped_scaled_matmul", Lowp_ScaledType, [
        DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                                  ["getLayoutDemand"]>]> {
  let summary = "one scaled matmul per group, lhs . rhs^T";
  let description = [{
    `lowp.grouped_matmul` of scaled operands. Those of three dimensions are
    batches of matrices, each with blocks and scales of its own; those of two
    may have groups, which are the groups of the product. `fast_accumulation`
    is that of `lowp.scaled_matmul`.

    Example:
    ```mlir
    %y = lowp.grouped_scaled_matmul %x, %w offsets(%ends : tensor<8xi32>)
       : !lowp.scaled<?x7168xf8E4M3FN, #lowp.block<1x128>>,
         !lowp.scaled<8x4096x7168xf8E4M3FN, #lowp.block<128x128>>
      -> tensor<?x4096xbf16>
    ```
  }];
  let arguments = (ins
    Lowp_ScaledType:$lhs,
    Lowp_ScaledType:$rhs,
    Optional<Lowp_GroupNumbers>:$offsets,
    Optional<Lowp_GroupNumbers>:$counts,
    Optional<Lowp_HighPrecisionBatch>:$accumulator,
    UnitAttr:$fast_accumulation);
  let assemblyFormat = [{
    $lhs `,` $rhs (`offsets` `(` $offsets^ `:` type($offsets) `)`)?
    (`counts` `(` $counts^ `:` type($counts) `)`)?
    (`accumulate` `(` $accumulator^ `:` type($accumulator) `)`)?
    (`fast_accumulation` $fast_accumulation^)? attr-dict `:`
    qualified(type($lhs)) `,` qualified(type($rhs)) `->` type($result)
  }];
  let hasCanonicalizeMethod = 1;
  // Bytecode of versions up to 8 has no fast accumulation.
  let useCustomPropertiesEncoding = 1;
}

#endif // LOWP_DIALECT_LOWP_IR_GROUPEDOPS
