//===- KeptPoints.cpp - Points that an op leaves as they are --------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Conversion/LinalgToGPU/KeptPoints.h"

using namespace mlir;
using namespace mlir::lowp;

std::optional<KeptRows> mlir::lowp::findKeptPoints(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1)
    return std::nullopt;
  Value buffer = op.getDpsInits()[0];
  if (llvm::count(op->getOperands(), buffer) > 2)
    return std::nullopt;
  std::optional<KeptRows> rows = matchKeptRows(op);
  return rows && rows->kept->get() == buffer ? rows : std::nullopt;
}
