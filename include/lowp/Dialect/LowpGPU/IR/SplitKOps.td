//===- SplitKOps.td - CTAs that divide the K of a tile -----*- tablegen -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWPGPU_IR_SPLITKOPS
#define LOWP_DIALECT_LOWPGPU_IR_SPLITKOPS

include "lowp/Dialect/LowpGPU/IR/KernelOps.td"

def LowpGPU_ExchangeOp : LowpGPU_NamedOp<"exchange", "exchange", [
    HasParent<"KernelOp">]> {
  let summary = "allocate shared memory for sums of a CTA's cluster";
  let description = [{
    `offset` (bytes into shared memory, of the sums and the barriers behind
    them) is set by `lowp-gpu-plan-shared-memory`.

    Example:
    ```mlir
    %exchange = lowp_gpu.exchange : !lowp_gpu.exchange<4 x <64x32xf32>>
    ```
  }];
  let arguments = (ins OptionalAttr<LowpGPU_Place>:$offset);
  let results = (outs LowpGPU_ExchangeType:$exchange);
  let assemblyFormat = "attr-dict `:` qualified(type($exchange))";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The one operation that uses it, or null.
    ReduceScatterOp getReduceScatter();
    /// Warpgroups of the role that uses it, each with barriers of its own; 0 if
    /// no role does.
    int64_t countWarpgroups();
  }];
}

def LowpGPU_SplitRankOp : LowpGPU_IndexOp<"split_rank", "part"> {
  let summary = "return the index of this CTA among those that split K";
}

def LowpGPU_ReduceScatterOp : LowpGPU_NamedOp<"reduce_scatter", "share", [
    TypesMatchWith<"a part of the exchange", "exchange", "result",
                   "::llvm::cast<ExchangeType>($_self).getPart()">]> {
  let summary = "add up the sums of the CTAs that split K, each a share";
  let description = [{
    Every CTA of the cluster gives its sums of the whole tile; the CTA with
    `split_rank` r receives the totals of the r-th part of the columns, or of
    those of each warpgroup along N. Its own terms come first, then those of the
    others in their order, so that the result is the same on every run. All
    warps of the role take part, or those that have the first `rows`: the others
    return what nobody stores. `phase` tells even tiles from odd ones; it is
    set by `lowp-gpu-materialize-pipelines`.

    Example:
    ```mlir
    %share = lowp_gpu.reduce_scatter %exchange, %sum
        : !lowp_gpu.exchange<4 x <64x32xf32>>, !lowp_gpu.accumulator<64x128xf32>
    ```
  }];
  let arguments = (ins LowpGPU_ExchangeType:$exchange,
    LowpGPU_F32Accumulator:$sum, Optional<I32>:$phase,
    OptionalAttr<I64Attr>:$rows);
  let results = (outs LowpGPU_F32Accumulator:$result);
  let assemblyFormat = [{
    $exchange `,` $sum (`rows` $rows^)? (`phase` $phase^)? attr-dict
    `:` qualified(type($exchange)) `,` qualified(type($sum))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// After lowp-gpu-specialize-warps
//===----------------------------------------------------------------------===//

def LowpGPU_ExchangeInitOp : LowpGPU_Op<"exchange_init"> {
  let summary = "initialise the barriers of an exchange (one thread)";
  let description = [{
    Two barriers for each of `warpgroups` that take part.
  }];
  let arguments = (ins LowpGPU_ExchangeType:$exchange, I64Attr:$warpgroups);
  let assemblyFormat = [{
    $exchange `warpgroups` $warpgroups attr-dict
    `:` qualified(type($exchange))
  }];
}

#endif // LOWP_DIALECT_LOWPGPU_IR_SPLITKOPS
