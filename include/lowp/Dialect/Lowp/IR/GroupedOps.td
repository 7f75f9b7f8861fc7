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
    Optional<Lowp_IndexVector>:$ends,
    Optional<Lowp_IndexVector>:$counts,
    Optional<Lowp_HighPrecisionBatch>:$accumulator);
  let results = (outs Lowp_HighPrecisionBatch:$result);
  let hasVerifier = 1;
}

def Lowp_GroupedMatmulOp
    : Lowp_GroupedOp<"grouped_matmul", Lowp_HighPrecisionBatch> {
  let summary = "multiply one pair of matrices per group, lhs . rhs^T, in high precision";
  let description = [{
    One product `lhs . rhs^T` per group, added to the accumulator if there is one. Ranks
    say what a group is:

    | lhs | rhs | result | group g |
    |---|---|---|---|
    | M x K | G x N x K | M x N | rows m of lhs with begin(g) <= m < end(g); matrix g of rhs |
    | M x K | N x K | G x M x N | of both operands the part with begin(g) <= k < end(g) |
    | G x M x K | G x N x K | G x M x N | matrix g of both |

    end(g) is `ends[g]`, begin(g) is `ends[g - 1]`, or 0 for g = 0. Ends ascend
    from 0 at least to the size of the grouped dimension at most, and may repeat: a group
    can be empty. An empty group of K gives zeros, or the accumulator, whose -0.0 may
    become 0.0. Rows of the result in no group are undefined, and with `counts` those of
    group g from row `counts[g]` on. What operands hold beyond the last group, or beyond a
    count, has no influence on a defined result, be it NaN.

    Kernels write no rows in no group. They take ends that descend or leave the range
    for the nearest that do not: end(g) is the largest of 0 and `ends[0]` to
    `ends[g]`, but M at most, and a count is from 0 to M; nothing outside of the operands
    is read or written. On the CPU such ends and counts fail the call, with the first
    wrong one's index, its value and its range. The reference sums in f64, adds the
    accumulator and rounds once.

    `lowp-form-groups` makes it of what front ends write: of a sum over all groups in which
    a mask makes rows of other groups 0 (on the CPU, with zeros in rows after the last
    group; 0 times the infinity or NaN of another group's operand is NaN in the sum, and
    has no part here), and of matrices copied for each row by its id (an `order_rows` and a
    `grouped_matmul`, for a GPU of 16-bit matrices whose N and K are multiples of 8; rows
    whose ids are no matrix are undefined on a GPU and fail the call on the CPU).
  }];
  let assemblyFormat = [{
    $lhs `,` $rhs (`ends` `(` $ends^ `:` type($ends) `)`)?
    (`counts` `(` $counts^ `:` type($counts) `)`)?
    (`accumulate` `(` $accumulator^ `:` type($accumulator) `)`)? attr-dict `:`
    type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Lowp_GroupedScaledMatmulOp
    : Lowp_GroupedOp<"grouped_scaled_matmul", Lowp_ScaledType, [
        DeclareOpInterfaceMethods<Lowp_LayoutPropagationOpInterface,
                                  ["getLayoutDemand"]>]> {
  let summary = "multiply one pair of scaled matrices per group, lhs . rhs^T";
  let description = [{
    `lowp.grouped_matmul` of the values that scaled operands stand for.
    `fast_accumulation` permits what it permits in `lowp.scaled_matmul`. Matrices of
    a batch have blocks and scales of their own, and so have the groups of an operand
    whose type has `groups`: they are those of the product and end at the same
    `ends`. An operand without is scaled as a whole: its blocks begin at row 0 and
    column 0, and a block that a border of groups along K cuts has one scale on both
    sides of it.

    Two batches without `counts` are a `lowp.scaled_matmul`. An operand with groups of
    rows whose blocks are parts of a row has none: its scales are those of the whole,
    unless it is given scales of which each group begins with an atom.
  }];
  let arguments = (ins
    Lowp_ScaledType:$lhs,
    Lowp_ScaledType:$rhs,
    Optional<Lowp_IndexVector>:$ends,
    Optional<Lowp_IndexVector>:$counts,
    Optional<Lowp_HighPrecisionBatch>:$accumulator,
    UnitAttr:$fast_accumulation);
  let assemblyFormat = [{
    $lhs `,` $rhs (`ends` `(` $ends^ `:` type($ends) `)`)?
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
