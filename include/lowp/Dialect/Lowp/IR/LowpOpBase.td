//===- LowpOpBase.td - Base of the lowp operations ---------*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_LOWPOPBASE
#define LOWP_DIALECT_LOWP_IR_LOWPOPBASE

include "lowp/Dialect/Lowp/IR/LowpTypes.td"
include "mlir/IR/OpBase.td"

class Lowp_Op<string mnemonic, list<Trait> traits = []>
    : Op<Lowp_Dialect, mnemonic, traits>;

def Lowp_HighPrecisionMatrix
    : TensorRankOf<[F32, BF16, F16], [2]> {
  let summary = "2-D tensor of f32, bf16 or f16";
}

def Lowp_HighPrecisionBatch
    : TensorRankOf<[F32, BF16, F16], [2, 3]> {
  let summary = "2-D or 3-D tensor of f32, bf16 or f16";
}

/// Ends of groups, how many of their rows count, or indices of rows.
def Lowp_IndexVector : 1DTensorOf<[I32]>;

#endif // LOWP_DIALECT_LOWP_IR_LOWPOPBASE
