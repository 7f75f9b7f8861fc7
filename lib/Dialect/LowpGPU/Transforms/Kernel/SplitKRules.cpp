//===- SplitKRules.cpp - The rules of kernels that split K ----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitKRules.h"

#include "lowp/Support/Warps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

/// Sums are exchanged by whole warpgroups, once for each tile.
static LogicalResult verifyPlace(ReduceScatterOp reduce) {
  auto role = reduce->getParentOfType<RoleOp>();
  if (!role || role.getSingleLane() ||
      role.getWarps() % lowp::kWarpsPerWarpgroup)
    return reduce.emitOpError("expected to be run by all lanes of a role of "
                              "whole warpgroups, of 4 warps each");
  if (!isa<ForEachTileOp>(reduce->getParentOp()))
    return reduce.emitOpError("expected to be directly in a "
                              "lowp_gpu.for_each_tile, once per tile, got ")
           << reduce->getParentOp()->getName();
  return success();
}

LogicalResult mlir::lowp_gpu::verifySplitKRules(KernelOp kernel) {
  int64_t parts = kernel.getConfig().getSplitK();
  int64_t exchanges = 0;
  for (auto exchange : kernel.getBody().getOps<ExchangeOp>()) {
    int64_t got = exchange.getExchange().getType().getParts();
    if (got != parts)
      return exchange.emitOpError("expected ")
             << parts << " parts, as split_k of the config says, got " << got;
    if (failed(verifyPlace(exchange.getReduceScatter())))
      return failure();
    ++exchanges;
  }
  if (exchanges == (parts > 1 ? 1 : 0))
    return success();
  return kernel.emitOpError("expected one lowp_gpu.exchange to add up the sums "
                            "of ")
         << parts << " CTAs that split K, got " << exchanges;
}
