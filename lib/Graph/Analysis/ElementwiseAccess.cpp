//===- ElementwiseAccess.cpp - Operations that update in place ------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowp/Graph/Analysis/ElementwiseAccess.h"

using namespace mlir;
using namespace mlir::lowp;

bool mlir::lowp::updatesElements(GemmOp gemm, OpOperand &input) {
  unsigned first = gemm.getInputs().getBeginOperandIndex();
  unsigned number = input.getOperandNumber();
  if (number < first || number >= first + gemm.getInputs().size())
    return false;
  // Each element is read and written once, by the thread that has its sum.
  return gemm.getEpilogueMaps()[number - first] == gemm.getDestinationMap();
}
