//===- ReadTilesOp.cpp - An operation from outside ------------------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowpTestDialect.h"

using namespace mlir;
using namespace mlir::lowp;
using namespace lowp_test;

bool ReadTilesOp::canWrite(OpResult, Type) { return true; }

LayoutDemand ReadTilesOp::getLayoutDemand(OpOperand &,
                                          const lowp_gpu::KernelTarget &) {
  auto tiles = RowTilesAttr::get(getContext(), /*rows=*/4,
                                 /*transposed=*/false, /*poisoned=*/false);
  return LayoutDemand::require(getInput().getType().withScaleLayout(tiles));
}
