//===- SplitKOps.cpp - CTAs that divide the K of a tile -------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Dialect/LowpGPU/IR/LowpGPUOps.h"
#include "lowp/Support/Warps.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

ReduceScatterOp ExchangeOp::getReduceScatter() {
  ReduceScatterOp only;
  for (Operation *user : getExchange().getUsers())
    if (auto candidate = dyn_cast<ReduceScatterOp>(user)) {
      if (only)
        return {};
      only = candidate;
    }
  return only;
}

int64_t ExchangeOp::countWarpgroups() {
  auto role = getReduceScatter()->getParentOfType<RoleOp>();
  return role ? role.getWarps() / lowp::kWarpsPerWarpgroup : 0;
}

LogicalResult ExchangeOp::verify() {
  if (getReduceScatter())
    return success();
  return emitOpError("expected one lowp_gpu.reduce_scatter to use it");
}

LogicalResult ReduceScatterOp::verify() {
  auto exchange = cast<ExchangeType>(getExchange().getType());
  AccumulatorType part = exchange.getPart();
  ArrayRef<int64_t> shape = part.getShape();
  auto whole = AccumulatorType::get(
      getContext(), {shape[0], exchange.getParts() * shape[1]},
      part.getElementType(), part.getWarpgroupsN());
  if (int64_t rows = getRows().value_or(shape[0]); rows < 1 || rows > shape[0])
    return emitOpError("expected some of ")
           << shape[0] << " rows to count, got " << rows;
  if (getSum().getType() == whole)
    return success();
  return emitOpError("expected sums of ")
         << whole << ", the parts of the exchange side by side, got "
         << getSum().getType();
}
