//===- Pairs.cpp - What CTAs of a pair load -------------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pairs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::lowp_gpu;

Value mlir::lowp_gpu::locateKeptColumns(ImplicitLocOpBuilder &builder,
                                        const KernelParts &parts,
                                        Value column) {
  if (!parts.spec.getChoices().pair)
    return column;
  Value half = PairRankOp::create(builder);
  Value first = arith::MulIOp::create(
      builder, half, constantI32(builder, parts.spec.getRhsRows()));
  return arith::AddIOp::create(builder, column, first);
}

void mlir::lowp_gpu::signalLeader(const KernelParts &parts, Value stage) {
  if (!parts.spec.getChoices().pair)
    return;
  for (Operation *user : stage.getUsers())
    if (auto load = dyn_cast<LoadOp>(user))
      load.setPair(true);
}
